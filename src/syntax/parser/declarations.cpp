#include "syntax/parser/parser.hpp"

namespace fairmon::syntax::parser {
namespace {

const std::vector<std::string>& declaration_words() {
  static const std::vector<std::string> kWords = {"input", "output", "trigger", "constant",
                                                  "import"};
  return kWords;
}

}  // namespace

void Parser::parse_declaration() {
  if (at(TokenKind::HashBang)) {
    parse_global_tags();
    return;
  }
  std::vector<TagExpr> tags = parse_tags();
  if (at(Word::Input)) {
    parse_inputs(std::move(tags));
  } else if (at(Word::Output)) {
    parse_output(std::move(tags));
  } else if (at(Word::Trigger)) {
    parse_trigger(std::move(tags));
  } else if (at(Word::Use)) {
    parse_use(std::move(tags));
  } else if (!tags.empty()) {
    expected("an input, an output or a trigger after the tag");
    skip_to_declaration();
  } else if (at(Word::Import)) {
    parse_import();
  } else if (at(Word::Constant)) {
    parse_constant();
  } else if (at(Word::Type)) {
    parse_type_declaration();
  } else if (at(Word::Include)) {
    parse_include();
  } else {
    parse_stray();
  }
}

void Parser::parse_global_tags() {
  take();
  parse_tag_list(ast_.global_tags);
  if (panic_) {
    skip_to_declaration();
  }
}

void Parser::parse_import() {
  const std::uint32_t begin = take().begin;
  ImportDecl import;
  if (at(TokenKind::Identifier) && !at_boundary()) {
    import.module = make_name(take());
  } else {
    expected("the name of a module");
    import.module.span = gap();
  }
  import.span = span_since(begin);
  ast_.order.push_back({DeclKind::Import, static_cast<std::uint32_t>(ast_.imports.size())});
  ast_.imports.push_back(std::move(import));
}

void Parser::parse_include() {
  const std::uint32_t begin = take().begin;
  if (at(TokenKind::String) || at(TokenKind::RawString)) {
    take();
  }
  const Span span = span_since(begin);
  diag::error(diagnostics_, "include", span, "a specification cannot include another file")
      .help("copy the declarations you need, or write `use` for a metric of the library")
      .fix("remove the line", {removal(span)});
}

void Parser::parse_type_declaration() {
  TypeDecl type;
  const std::uint32_t begin = take().begin;
  type.name = parse_name("a type");
  if (!panic_ && !accept(TokenKind::LeftBrace)) {
    expected("`{`");
  }
  while (!panic_ && !at(TokenKind::RightBrace)) {
    Param field;
    field.name = parse_name("a field");
    if (!panic_ && !accept(TokenKind::Colon)) {
      expected("`:` and a type");
    }
    if (!panic_) {
      field.type = parse_type();
    }
    type.fields.push_back(std::move(field));
    if (!accept(TokenKind::Comma)) {
      break;
    }
  }
  if (!panic_ && !accept(TokenKind::RightBrace)) {
    expected("`}`");
  }
  if (panic_) {
    skip_to_declaration();
  }
  type.span = span_since(begin);
  diag::warning(diagnostics_, "ignored-type", type.span, "a type declaration has no effect")
      .help("write the type where it is used")
      .fix("remove the declaration", {removal(type.span)});
  ast_.order.push_back({DeclKind::Type, static_cast<std::uint32_t>(ast_.types.size())});
  ast_.types.push_back(std::move(type));
}

void Parser::parse_constant() {
  ConstantDecl constant;
  const std::uint32_t begin = take().begin;
  constant.name = parse_name("a constant");
  constant.type.span = gap();
  if (!panic_ && accept(TokenKind::Colon)) {
    constant.type = parse_type();
  } else if (!panic_) {
    report_untyped_constant(constant.name);
  }
  if (at(TokenKind::Equal)) {
    diag::error(diagnostics_, "missing-assign", here(),
                "a value is given with `:=`; `" + std::string(text_of(peek())) + "` compares")
        .fix("write `:=`", {{here(), ":="}}, true);
    take();
  } else if (!panic_ && !accept(TokenKind::Assign)) {
    expected("`:=` and a value");
  }
  constant.value = panic_ ? missing(gap()) : parse_expression();
  if (panic_) {
    skip_to_declaration();
  }
  constant.span = span_since(begin);
  const ConstantId id = ast_.constants.push_back(std::move(constant));
  ast_.order.push_back({DeclKind::Constant, id.value});
}

// `constant x := 0.1`: the value's look tells the type.
void Parser::report_untyped_constant(const Name& name) {
  const bool assigned = at(TokenKind::Assign) || at(TokenKind::Equal);
  const std::size_t value = assigned ? 1 : 0;
  const bool sign = peek(value).kind == TokenKind::Minus;
  const Token& token = peek(value + (sign ? 1 : 0));
  std::string type;
  if (token.kind == TokenKind::True || token.kind == TokenKind::False) {
    type = "Bool";
  } else if (token.kind == TokenKind::String || token.kind == TokenKind::RawString) {
    type = "String";
  } else if (token.kind == TokenKind::Number) {
    const bool fraction = text_of(token).find_first_of(".eE") != std::string_view::npos;
    type = fraction ? "Float64" : "Int64";
  }
  diag::Report report = diag::error(diagnostics_, "missing-type", name.span,
                                    "the constant `" + name.text + "` needs a type");
  if (!type.empty()) {
    report.fix("write its type", {{gap(), ": " + type}});
  }
}

void Parser::parse_inputs(std::vector<TagExpr> tags) {
  const std::uint32_t begin = take().begin;
  parse_inputs_at_name(std::move(tags), begin);
}

void Parser::parse_inputs_at_name(std::vector<TagExpr> tags, std::uint32_t begin) {
  while (parse_one_input(tags, begin) && accept(TokenKind::Comma)) {
    begin = peek().begin;
  }
  if (panic_) {
    skip_to_declaration();
  } else if (!at(TokenKind::End) && !at_declaration() && !at_stray_declaration()) {
    expected("`,` and another input, or the next declaration");
    skip_to_declaration();
  }
}

bool Parser::parse_one_input(const std::vector<TagExpr>& tags, std::uint32_t begin) {
  InputDecl input;
  input.tags = tags;
  input.name = parse_name("an input");
  if (!panic_ && at(TokenKind::LeftParen)) {
    input.parameters = parse_params();
  }
  input.type.span = gap();
  if (!panic_ && accept(TokenKind::Colon)) {
    input.type = parse_type();
  } else if (!panic_) {
    report_untyped_input(input.name);
  }
  input.span = span_since(begin);
  const InputId id = ast_.inputs.push_back(std::move(input));
  ast_.order.push_back({DeclKind::Input, id.value});
  return !panic_;
}

// `input a, b: Bool` shows which type is meant for `a`; `input a Bool` lacks the colon only.
void Parser::report_untyped_input(const Name& name) {
  const bool type_follows = at(TokenKind::Identifier) && !at_boundary() && !on_new_line();
  diag::Report report = diag::error(diagnostics_, "missing-type", name.span,
                                    "the input `" + name.text + "` needs a type");
  if (type_follows) {
    report.fix("write the colon", {{gap(), ":"}}, true);
    take();
    accept(TokenKind::Question);
    return;
  }
  for (std::size_t ahead = 0; peek(ahead).kind == TokenKind::Comma; ahead += 2) {
    if (peek(ahead + 2).kind == TokenKind::Colon && peek(ahead + 3).kind == TokenKind::Identifier) {
      const std::string type(text_of(peek(ahead + 3)));
      report.fix("give it the same type as the last one", {{gap(), ": " + type}});
      return;
    }
  }
  report.fix("give it a type", {{gap(), ": Float64"}});
}

void Parser::parse_use(std::vector<TagExpr> tags) {
  UseDecl use;
  use.tags = std::move(tags);
  const std::uint32_t begin = take().begin;
  if (at(TokenKind::Identifier) && !at_boundary()) {
    use.metric = make_name(take());
  } else {
    expected("the name of a metric");
  }
  if (!panic_ && at(TokenKind::LeftParen)) {
    use.arguments = parse_arguments(take());
  }
  if (!panic_ && accept(Word::As)) {
    use.alias = parse_name("the result");
  }
  if (!panic_ && !at(TokenKind::End) && !at_declaration()) {
    expected("`as` and a name, or the next declaration");
  }
  if (panic_) {
    skip_to_declaration();
  }
  use.span = span_since(begin);
  ast_.order.push_back({DeclKind::Use, static_cast<std::uint32_t>(ast_.uses.size())});
  ast_.uses.push_back(std::move(use));
}

// A line that reads like a declaration whose keyword is missing: `x := …`, `x @1s …`, `x: T`.
bool Parser::at_stray_declaration() const {
  const TokenKind next = peek(1).kind;
  if (!at(TokenKind::Identifier) || peek().word != Word::None || !on_new_line()) {
    return false;
  }
  return next == TokenKind::Assign || next == TokenKind::At || next == TokenKind::Colon ||
         (next == TokenKind::Identifier && misspelt(declaration_words()) != Word::None);
}

// `ouput x := …`
bool Parser::parse_misspelt_declaration() {
  const Word meant = misspelt(declaration_words());
  if (meant == Word::None) {
    return false;
  }
  report_misspelt(meant);
  if (meant == Word::Input) {
    parse_inputs({});
  } else if (meant == Word::Output) {
    parse_output({});
  } else if (meant == Word::Trigger) {
    parse_trigger({});
  } else if (meant == Word::Constant) {
    parse_constant();
  } else {
    parse_import();
  }
  return true;
}

// Something that begins no declaration. If it reads like one, it is taken as one.
void Parser::parse_stray() {
  const TokenKind next = peek(1).kind;
  const bool named = at(TokenKind::Identifier) && peek().word == Word::None;
  const Span before = {peek().begin, peek().begin, file_};
  const std::string shown = "`" + std::string(text_of(peek())) + "`";
  if (named && (next == TokenKind::Assign || next == TokenKind::At)) {
    diag::error(diagnostics_, "missing-keyword", here(),
                shown + " is defined without a keyword before it")
        .fix("make it an output", {{before, "output "}});
    parse_output_at_name({}, peek());
    return;
  }
  if (named && next == TokenKind::Colon) {
    diag::error(diagnostics_, "missing-keyword", here(),
                shown + " is declared without a keyword before it")
        .fix("make it an input", {{before, "input "}});
    parse_inputs_at_name({}, before.begin);
    return;
  }
  if (parse_misspelt_declaration()) {
    return;
  }
  if (at(TokenKind::RightParen)) {
    diag::error(diagnostics_, "missing-parenthesis", here(), "there is no `(` for this `)`")
        .fix("remove it", {removal(here())});
  } else {
    expected("`input`, `output`, `trigger`, `constant`, `import` or `use`");
  }
  skip_to_declaration();
}

}  // namespace fairmon::syntax::parser
