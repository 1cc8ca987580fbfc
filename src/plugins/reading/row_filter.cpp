#include "plugins/reading/row_filter.hpp"

#include <algorithm>

namespace fairmon::plugins {

namespace {

bool is_ordered(const Type& type) {
  return type.is_integer() || type.is_real() || type.is(TypeKind::Bool) ||
         type.is(TypeKind::String);
}

bool fits(const Type& type, const Value& value) {
  switch (type.kind()) {
    case TypeKind::Bool:
      return std::holds_alternative<bool>(value.content());
    case TypeKind::Int:
      return std::holds_alternative<std::int64_t>(value.content());
    case TypeKind::UInt:
      return std::holds_alternative<std::uint64_t>(value.content());
    case TypeKind::Float:
    case TypeKind::Prob:
      return std::holds_alternative<double>(value.content());
    case TypeKind::String:
      return std::holds_alternative<std::string>(value.content());
    case TypeKind::Unknown:
    case TypeKind::Fixed:
    case TypeKind::UFixed:
    case TypeKind::Bytes:
    case TypeKind::Time:
    case TypeKind::Duration:
    case TypeKind::Tuple:
    case TypeKind::Optional:
      return false;
  }
  return false;
}

}  // namespace

RowFilter::RowFilter(const SourceContext& context)
    : symbols_(context.symbols),
      root_(prepare(context.filter, context)),
      active_(root_.kind != FilterKind::True) {}

// What cannot be tested here counts as true: a row too many does no harm.
RowFilter::Node RowFilter::prepare(const Filter& filter, const SourceContext& context) {
  Node node;
  if (filter.kind == FilterKind::Test) {
    const auto& inputs = context.schema.inputs;
    const auto found = std::find_if(inputs.begin(), inputs.end(),
                                    [&](const auto& input) { return input.name == filter.input; });
    const bool by_order = filter.test != FilterTest::Equal && filter.test != FilterTest::NotEqual;
    if (found == inputs.end() || !found->needed || !fits(found->type, filter.constant) ||
        (by_order && !is_ordered(found->type))) {
      return node;
    }
    node.kind = FilterKind::Test;
    node.input = static_cast<std::size_t>(found - inputs.begin());
    node.test = filter.test;
    node.type = found->type;
    value_to_cells(found->type, filter.constant, &node.constant, *context.symbols);
    return node;
  }
  for (const Filter& part : filter.parts) {
    Node prepared = prepare(part, context);
    const bool always = prepared.kind == FilterKind::True;
    if (always && filter.kind == FilterKind::Or) {
      return Node{};
    }
    if (!always) {
      node.parts.push_back(std::move(prepared));
    }
  }
  node.kind = node.parts.empty() && filter.kind == FilterKind::And ? FilterKind::True : filter.kind;
  return node;
}

bool RowFilter::keeps(const EventBatch& batch, std::size_t row) const {
  return holds(root_, batch, row);
}

bool RowFilter::holds(const Node& node, const EventBatch& batch, std::size_t row) const {
  const auto part_holds = [&](const Node& part) { return holds(part, batch, row); };
  switch (node.kind) {
    case FilterKind::True:
      return true;
    case FilterKind::Test:
      return batch.column(node.input).has(row) &&
             compares(node, batch.column(node.input).cells[row]);
    case FilterKind::And:
      return std::all_of(node.parts.begin(), node.parts.end(), part_holds);
    case FilterKind::Or:
      return std::any_of(node.parts.begin(), node.parts.end(), part_holds);
  }
  return true;
}

std::partial_ordering RowFilter::order(const Node& node, Cell cell) const {
  if (node.type.is(TypeKind::Int)) {
    return cell_int(cell) <=> cell_int(node.constant);
  }
  if (node.type.is_real()) {
    return cell_double(cell) <=> cell_double(node.constant);
  }
  // Equal texts have equal symbols; the order of symbols says nothing of that of texts.
  if (node.type.is(TypeKind::String) && cell != node.constant) {
    return symbols_->text(static_cast<std::uint32_t>(cell)) <=>
           symbols_->text(static_cast<std::uint32_t>(node.constant));
  }
  return cell <=> node.constant;
}

bool RowFilter::compares(const Node& node, Cell cell) const {
  const std::partial_ordering found = order(node, cell);
  switch (node.test) {
    case FilterTest::Equal:
      return found == 0;
    case FilterTest::NotEqual:
      return found != 0;
    case FilterTest::Less:
      return found < 0;
    case FilterTest::LessEqual:
      return found <= 0;
    case FilterTest::Greater:
      return found > 0;
    case FilterTest::GreaterEqual:
      return found >= 0;
  }
  return true;
}

}  // namespace fairmon::plugins
