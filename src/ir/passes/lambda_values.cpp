#include <algorithm>
#include <unordered_map>

#include "ir/passes/passes.hpp"

namespace fairmon::ir::passes {
namespace {

/// Inside a lambda, `target(p).hold()` of the instance looked at is the value that is looked at: an
/// instance without one is not.
class ValueReader {
 public:
  ValueReader(Program& program, StreamId target) : program_(program), target_(target) {}

  /// The same expression without such reads; a copy where there was one.
  ExprId rewrite(ExprId id) {
    if (!id.valid()) {
      return id;
    }
    const auto known = rewritten_.find(id);  // expressions may be shared
    if (known != rewritten_.end()) {
      return known->second;
    }
    const ExprId result =
        reads_value(program_.exprs[id]) ? some_value(program_.exprs[id].span) : with_operands(id);
    rewritten_.emplace(id, result);
    return result;
  }

 private:
  ExprId with_operands(ExprId id) {
    const std::vector<ExprId> before = program_.exprs[id].operands;
    std::vector<ExprId> after = before;
    std::ranges::transform(before, after.begin(), [&](ExprId part) { return rewrite(part); });
    if (after == before) {
      return id;
    }
    Expr copy = program_.exprs[id];
    copy.operands = std::move(after);
    return program_.exprs.push_back(std::move(copy));
  }

  [[nodiscard]] bool reads_value(const Expr& expr) const {
    if (expr.kind != ExprKind::Hold || expr.stream != target_ ||
        expr.operands.size() != program_.streams[target_].parameters.size()) {
      return false;
    }
    for (std::uint32_t i = 0; i < expr.operands.size(); ++i) {
      const Expr& operand = program_.exprs[expr.operands[i]];
      if (operand.kind != ExprKind::LambdaParameter || operand.index != i) {
        return false;
      }
    }
    return true;
  }

  ExprId some_value(Span span) {
    Expr value;
    value.kind = ExprKind::LambdaParameter;
    value.type = program_.streams[target_].type;
    value.index = static_cast<std::uint32_t>(program_.streams[target_].parameters.size());
    value.span = span;
    Expr some;
    some.kind = ExprKind::Some;
    some.type = Type::optional(value.type);
    some.span = span;
    some.operands = {program_.exprs.push_back(std::move(value))};
    return program_.exprs.push_back(std::move(some));
  }

  Program& program_;
  StreamId target_;
  std::unordered_map<ExprId, ExprId> rewritten_;
};

}  // namespace

void lambda_values(Program& program) {
  for (InstanceAggregation& aggregation : program.aggregations) {
    ValueReader reader(program, aggregation.target);
    aggregation.where = reader.rewrite(aggregation.where);
    aggregation.map = reader.rewrite(aggregation.map);
  }
}

}  // namespace fairmon::ir::passes
