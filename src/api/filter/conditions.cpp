#include "api/filter/conditions.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "ir/rewrite.hpp"

namespace fairmon::api {
namespace {

using ir::ExprKind;

std::vector<std::string> conjuncts(const Filter& filter) {
  if (filter.kind != FilterKind::And) {
    return {filter.to_string()};
  }
  std::vector<std::string> texts;
  for (const Filter& part : filter.parts) {
    texts.push_back(part.to_string());
  }
  std::sort(texts.begin(), texts.end());
  return texts;
}

/// `a || (a && b)` is `a`: an alternative that says more than another adds nothing.
void absorb(std::vector<Filter>& alternatives) {
  std::vector<std::vector<std::string>> said;
  for (const Filter& alternative : alternatives) {
    said.push_back(conjuncts(alternative));
  }
  std::vector<Filter> kept;
  for (std::size_t i = 0; i < alternatives.size(); ++i) {
    const bool absorbed =
        std::any_of(said.begin(), said.end(), [&](const std::vector<std::string>& other) {
          return other.size() < said[i].size() &&
                 std::includes(said[i].begin(), said[i].end(), other.begin(), other.end());
        });
    if (!absorbed) {
      kept.push_back(std::move(alternatives[i]));
    }
  }
  alternatives = std::move(kept);
}

Filter connect(FilterKind kind, std::vector<Filter> parts) {
  Filter filter;
  filter.kind = kind;
  for (Filter& part : parts) {
    if (part.kind == kind) {
      for (Filter& inner : part.parts) {
        filter.parts.push_back(std::move(inner));
      }
    } else {
      filter.parts.push_back(std::move(part));
    }
  }
  // One order, so that `a && b` and `b && a` are seen to be the same.
  std::stable_sort(filter.parts.begin(), filter.parts.end(),
                   [](const Filter& a, const Filter& b) { return a.to_string() < b.to_string(); });
  std::vector<Filter> distinct;
  std::vector<std::string> texts;
  for (Filter& part : filter.parts) {
    std::string text = part.to_string();
    if (std::find(texts.begin(), texts.end(), text) == texts.end()) {
      texts.push_back(std::move(text));
      distinct.push_back(std::move(part));
    }
  }
  if (kind == FilterKind::Or) {
    absorb(distinct);
  }
  if (distinct.size() == 1) {
    return std::move(distinct.front());
  }
  filter.parts = std::move(distinct);
  return filter;
}

FilterTest opposite(FilterTest test) {
  switch (test) {
    case FilterTest::Equal:
      return FilterTest::NotEqual;
    case FilterTest::NotEqual:
      return FilterTest::Equal;
    case FilterTest::Less:
      return FilterTest::GreaterEqual;
    case FilterTest::LessEqual:
      return FilterTest::Greater;
    case FilterTest::Greater:
      return FilterTest::LessEqual;
    case FilterTest::GreaterEqual:
      return FilterTest::Less;
  }
  return test;
}

/// The same comparison with its sides exchanged.
FilterTest mirrored(FilterTest test) {
  switch (test) {
    case FilterTest::Less:
      return FilterTest::Greater;
    case FilterTest::LessEqual:
      return FilterTest::GreaterEqual;
    case FilterTest::Greater:
      return FilterTest::Less;
    case FilterTest::GreaterEqual:
      return FilterTest::LessEqual;
    case FilterTest::Equal:
    case FilterTest::NotEqual:
      break;
  }
  return test;
}

std::optional<FilterTest> comparison_called(std::string_view name) {
  return name == "less"            ? std::optional(FilterTest::Less)
         : name == "less_equal"    ? std::optional(FilterTest::LessEqual)
         : name == "greater"       ? std::optional(FilterTest::Greater)
         : name == "greater_equal" ? std::optional(FilterTest::GreaterEqual)
                                   : std::nullopt;
}

/// Values that a source compares the same way as an engine does.
bool comparable(const Type& type) {
  return type.is_integer() || type.is_real() || type.is(TypeKind::Bool) ||
         type.is(TypeKind::String);
}

/// Keeps the tests of one input and renames it; everything else may be.
Filter about(const Filter& filter, const std::string& input, const std::string& renamed) {
  if (filter.kind == FilterKind::Test) {
    if (filter.input != input) {
      return filter_true();
    }
    Filter copy = filter;
    copy.input = renamed;
    return copy;
  }
  if (filter.kind == FilterKind::True) {
    return filter;
  }
  std::vector<Filter> parts;
  for (const Filter& part : filter.parts) {
    parts.push_back(about(part, input, renamed));
  }
  return filter.kind == FilterKind::And ? filter_and(std::move(parts))
                                        : filter_or(std::move(parts));
}

}  // namespace

Filter filter_true() { return {}; }

bool is_true(const Filter& filter) { return filter.kind == FilterKind::True; }

Filter filter_and(std::vector<Filter> parts) {
  std::erase_if(parts, [](const Filter& part) { return is_true(part); });
  return parts.empty() ? filter_true() : connect(FilterKind::And, std::move(parts));
}

Filter filter_or(std::vector<Filter> parts) {
  for (const Filter& part : parts) {
    if (is_true(part)) {
      return filter_true();
    }
  }
  // Without alternatives nothing is ever wanted: an empty Or, which no event satisfies.
  return connect(FilterKind::Or, std::move(parts));
}

Filter Implied::implied(ir::ExprId id, bool value) const {
  if (!id.valid()) {
    return value ? filter_true() : filter_or({});
  }
  const ir::Expr& expr = program_.exprs[id];
  if (expr.kind == ExprKind::Constant) {
    return expr.constant.as<bool>() == value ? filter_true() : filter_or({});
  }
  if (expr.kind == ExprKind::And || expr.kind == ExprKind::Or) {
    return (expr.kind == ExprKind::And) == value ? all_of(expr, value) : any_of(expr, value);
  }
  if (expr.kind == ExprKind::Equal) {
    return equality(expr, value);
  }
  if (expr.kind == ExprKind::Apply) {
    return expr.function->name == "logical_not" ? implied(expr.operands[0], !value)
                                                : comparison(expr, value);
  }
  if (expr.kind == ExprKind::Sync && expr.stream.index() < program_.num_inputs) {
    Filter filter;
    filter.kind = FilterKind::Test;
    filter.input = program_.streams[expr.stream].name;
    filter.constant = value;
    return filter;
  }
  return filter_true();
}

/// All parts have the value, unless one before fails: what stands behind it says nothing.
Filter Implied::all_of(const ir::Expr& expr, bool value) const {
  std::vector<Filter> parts;
  for (const ir::ExprId operand : expr.operands) {
    parts.push_back(implied(operand, value));
    if (ir::can_fail(program_, operand)) {
      break;
    }
  }
  return filter_and(std::move(parts));
}

Filter Implied::any_of(const ir::Expr& expr, bool value) const {
  std::vector<Filter> parts;
  for (const ir::ExprId operand : expr.operands) {
    parts.push_back(implied(operand, value));
  }
  return filter_or(std::move(parts));
}

Filter Implied::test(ir::ExprId left, ir::ExprId right, FilterTest kind) const {
  const ir::Expr& access = program_.exprs[left];
  const ir::Expr& constant = program_.exprs[right];
  if (access.kind != ExprKind::Sync || access.stream.index() >= program_.num_inputs ||
      constant.kind != ExprKind::Constant || !comparable(access.type)) {
    return filter_true();
  }
  Filter filter;
  filter.kind = FilterKind::Test;
  filter.input = program_.streams[access.stream].name;
  filter.test = kind;
  filter.constant = constant.constant;
  return filter;
}

Filter Implied::equality(const ir::Expr& expr, bool value) const {
  const FilterTest kind = value ? FilterTest::Equal : FilterTest::NotEqual;
  for (const std::size_t side : {0U, 1U}) {
    const ir::ExprId left = expr.operands[side];
    const ir::ExprId right = expr.operands[1 - side];
    Filter found = test(left, right, kind);
    if (!is_true(found)) {
      return found;
    }
    const ir::Expr& access = program_.exprs[left];
    const ir::Expr& parameter = program_.exprs[right];
    if (value && access.kind == ExprKind::Sync && access.stream.index() < program_.num_inputs &&
        parameter.kind == ExprKind::Parameter) {
      return as_parameter(access.stream, parameter.index);
    }
  }
  return filter_true();
}

/// An input that equals a parameter has passed the tests that the parameter's source passed when
/// the instance was spawned.
Filter Implied::as_parameter(ir::StreamId input, std::uint32_t parameter) const {
  if (!owner_.spawn || !owner_.spawn->when.valid() || !owner_.spawn->with.valid()) {
    return filter_true();
  }
  ir::ExprId source = owner_.spawn->with;
  if (owner_.parameters.size() > 1) {
    if (program_.exprs[source].kind != ExprKind::Tuple) {
      return filter_true();
    }
    source = program_.exprs[source].operands[parameter];
  }
  const ir::Expr& access = program_.exprs[source];
  if (access.kind != ExprKind::Sync || access.stream.index() >= program_.num_inputs ||
      ir::can_fail(program_, owner_.spawn->when)) {
    return filter_true();
  }
  return about(if_true(owner_.spawn->when), program_.streams[access.stream].name,
               program_.streams[input].name);
}

Filter Implied::comparison(const ir::Expr& expr, bool value) const {
  const auto kind = comparison_called(expr.function->name);
  if (!kind || expr.operands.size() != 2) {
    return filter_true();
  }
  const FilterTest wanted = value ? *kind : opposite(*kind);
  Filter found = test(expr.operands[0], expr.operands[1], wanted);
  return is_true(found) ? test(expr.operands[1], expr.operands[0], mirrored(wanted)) : found;
}

}  // namespace fairmon::api
