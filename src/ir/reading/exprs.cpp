#include <fmt/format.h>

#include "ir/apply.hpp"
#include "ir/reading/reader.hpp"

namespace fairmon::ir::reading {

ExprId ExprReader::read(StreamId owner) {
  owner_ = owner;
  if (cursor_.take_symbol("%")) {
    return read_shared();
  }
  if (cursor_.take_symbol("$")) {
    return read_parameter(ExprKind::Parameter);
  }
  if (cursor_.take_symbol("#")) {
    return read_parameter(ExprKind::LambdaParameter);
  }
  const Token& token = cursor_.peek();
  const bool is_name = token.kind == TokenKind::Name && !token.quoted;
  if (!is_name || token.text == "true" || token.text == "false" || token.text == "none") {
    return read_constant();
  }
  return read_call(cursor_.next().text);
}

ExprId ExprReader::add(Expr expr) {
  return cursor_.failed() ? ExprId(0) : program_.exprs.push_back(std::move(expr));
}

ExprId ExprReader::read_shared() {
  const std::uint64_t number = cursor_.expect_unsigned("the number of a `let`");
  const auto found = names_.shared.find(number);
  if (found == names_.shared.end() || found->second.open) {
    cursor_.fail("no such `let`, or one that contains itself, before");
    return ExprId(0);
  }
  Names::Shared& shared = found->second;
  if (!shared.expr.valid()) {
    const std::size_t back = cursor_.position();
    shared.open = true;
    cursor_.seek(shared.position);
    shared.expr = read(owner_);
    shared.open = false;
    cursor_.seek(back);
  }
  return shared.expr;
}

ExprId ExprReader::read_parameter(ExprKind kind) {
  Expr expr;
  expr.kind = kind;
  expr.index = static_cast<std::uint32_t>(cursor_.expect_unsigned("a parameter number"));
  if (cursor_.take_symbol(":")) {
    expr.type = cursor_.read_type();
  } else if (kind == ExprKind::Parameter && owner_.valid() &&
             expr.index < program_.streams[owner_].parameters.size()) {
    expr.type = program_.streams[owner_].parameters[expr.index].type;
  } else {
    cursor_.fail("expected `:` and the parameter's type");
  }
  return add(std::move(expr));
}

ExprId ExprReader::read_constant() {
  // The type stands behind the value but is needed to read it.
  const std::size_t begin = cursor_.position();
  const Token first = cursor_.next();
  int depth = first.text == "(" ? 1 : 0;
  while (depth > 0 && !cursor_.at_end()) {
    const Token token = cursor_.next();
    if (token.kind == TokenKind::Symbol) {
      depth += token.text == "(" ? 1 : token.text == ")" ? -1 : 0;
    }
  }
  Expr expr;
  expr.kind = ExprKind::Constant;
  if (cursor_.take_symbol(":")) {
    expr.type = cursor_.read_type();
  } else if (first.kind == TokenKind::Text) {
    expr.type = Type::string();
  } else if (first.kind == TokenKind::Number) {
    const bool whole = first.text.find_first_of(".en") == std::string::npos;
    expr.type = !whole                ? Type::floating()
                : first.suffix == "u" ? Type::unsigned_integer()
                                      : Type::integer();
  } else if (first.text == "true" || first.text == "false") {
    expr.type = Type::boolean();
  } else {
    cursor_.fail("expected an expression, or a constant with its type, before");
  }
  const std::size_t end = cursor_.position();
  cursor_.seek(begin);
  if (!cursor_.failed()) {
    expr.constant = cursor_.read_value(expr.type);
  }
  cursor_.seek(end);
  return add(std::move(expr));
}

StreamId ExprReader::read_stream_name() {
  const Token token = cursor_.peek();
  const auto found = names_.streams.find(cursor_.expect_name("a stream's name"));
  if (found == names_.streams.end()) {
    cursor_.fail(fmt::format("unknown stream {}, before", token.text));
    return StreamId(0);
  }
  return found->second;
}

void ExprReader::read_operands(Expr& expr, bool first) {
  while (!cursor_.is_symbol(")") && !cursor_.at_end()) {
    if (!first) {
      cursor_.expect_symbol(",");
    }
    expr.operands.push_back(read(owner_));
    first = false;
  }
  cursor_.expect_symbol(")");
}

ExprId ExprReader::read_call(const std::string& word) {
  Expr expr;
  Type wanted;
  if (cursor_.take_symbol(":")) {
    wanted = cursor_.read_type();
  }
  std::optional<std::uint64_t> overload;
  if (cursor_.take_symbol("!")) {
    overload = cursor_.expect_unsigned("the number of an overload");
  }
  cursor_.expect_symbol("(");
  if (word == "error") {
    expr.type = wanted;
    cursor_.expect_symbol(")");
  } else if (!read_access(word, expr) && !read_form(word, expr)) {
    expr.type = wanted;
    read_apply(word, expr, overload);
  }
  return add(std::move(expr));
}

bool ExprReader::read_access(const std::string& word, Expr& expr) {
  static const std::unordered_map<std::string, ExprKind> kAccesses = {
      {"sync", ExprKind::Sync}, {"offset", ExprKind::Offset}, {"hold", ExprKind::Hold},
      {"get", ExprKind::Get},   {"fresh", ExprKind::IsFresh},
  };
  if (word == "window") {
    expr.kind = ExprKind::WindowRead;
    const auto found = names_.windows.find(cursor_.expect_name("a window's name"));
    if (found == names_.windows.end()) {
      cursor_.fail("unknown window, before");
      return true;
    }
    expr.window = found->second;
    expr.type = program_.windows[expr.window].result;
    read_operands(expr, false);
    return true;
  }
  if (word == "instances") {
    expr.kind = ExprKind::InstanceAggregate;
    const auto found = names_.aggregations.find(cursor_.expect_name("an aggregation's name"));
    if (found == names_.aggregations.end()) {
      cursor_.fail("unknown instance aggregation, before");
      return true;
    }
    expr.aggregation = found->second;
    expr.type = program_.aggregations[expr.aggregation].result;
    cursor_.expect_symbol(")");
    return true;
  }
  const auto found = kAccesses.find(word);
  if (found == kAccesses.end()) {
    return false;
  }
  expr.kind = found->second;
  expr.stream = read_stream_name();
  if (cursor_.failed()) {
    return true;
  }
  if (expr.kind == ExprKind::Offset) {
    cursor_.expect_symbol(",");
    expr.index = static_cast<std::uint32_t>(cursor_.expect_unsigned("an offset"));
  }
  const Type& value = program_.streams[expr.stream].type;
  expr.type = expr.kind == ExprKind::Sync      ? value
              : expr.kind == ExprKind::IsFresh ? Type::boolean()
                                               : Type::optional(value);
  read_operands(expr, false);
  return true;
}

const Type& ExprReader::type_of(const Expr& expr, std::size_t operand) const {
  static const Type kUnknown;
  return operand < expr.operands.size() && program_.exprs.contains(expr.operands[operand])
             ? program_.exprs[expr.operands[operand]].type
             : kUnknown;
}

void ExprReader::type_form(Expr& expr) {
  if (expr.kind == ExprKind::If) {
    expr.type = type_of(expr, 1);
  } else if (expr.kind == ExprKind::Some) {
    expr.type = Type::optional(type_of(expr, 0));
  } else if (expr.kind == ExprKind::Defaults) {
    expr.type = type_of(expr, 1);
  } else if (expr.kind == ExprKind::Now) {
    expr.type = Type::time();
  } else if (expr.kind == ExprKind::Tuple) {
    std::vector<Type> parts;
    for (std::size_t i = 0; i < expr.operands.size(); ++i) {
      parts.push_back(type_of(expr, i));
    }
    expr.type = Type::tuple(std::move(parts));
  } else if (expr.kind == ExprKind::Project) {
    const Type& whole = type_of(expr, 0);
    const bool optional = whole.is(TypeKind::Optional);
    const Type& tuple = optional ? whole.inner() : whole;
    if (!tuple.is(TypeKind::Tuple) || expr.index >= tuple.parts().size()) {
      cursor_.fail("no such component, before");
      return;
    }
    const Type& part = tuple.parts()[expr.index];
    expr.type = optional ? Type::optional(part) : part;
  } else {
    expr.type = Type::boolean();
  }
}

bool ExprReader::read_form(const std::string& word, Expr& expr) {
  static const std::unordered_map<std::string, ExprKind> kForms = {
      {"now", ExprKind::Now},     {"eq", ExprKind::Equal},  {"and", ExprKind::And},
      {"or", ExprKind::Or},       {"if", ExprKind::If},     {"defaults", ExprKind::Defaults},
      {"tuple", ExprKind::Tuple}, {"some", ExprKind::Some}, {"project", ExprKind::Project},
  };
  const auto found = kForms.find(word);
  if (found == kForms.end()) {
    return false;
  }
  expr.kind = found->second;
  if (expr.kind == ExprKind::Project) {
    expr.index = static_cast<std::uint32_t>(cursor_.expect_unsigned("a component's number"));
  }
  read_operands(expr, expr.kind != ExprKind::Project);
  if (!cursor_.failed()) {
    type_form(expr);
  }
  return true;
}

void ExprReader::read_apply(const std::string& word, Expr& expr,
                            std::optional<std::uint64_t> overload) {
  expr.kind = ExprKind::Apply;
  expr.function = builtins::find_function(word);
  if (expr.function == nullptr) {
    cursor_.fail(fmt::format("unknown function {}, before", word));
    return;
  }
  read_operands(expr, true);
  if (cursor_.failed()) {
    return;
  }
  if (overload && *overload < expr.function->overloads.size()) {
    expr.overload = static_cast<std::uint32_t>(*overload);
    (void)prepare_literals(program_, expr);
  } else if (!bind_overload(program_, expr)) {
    cursor_.fail(fmt::format("{} does not take these arguments, before", word));
  }
}

}  // namespace fairmon::ir::reading
