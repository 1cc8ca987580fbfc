#include <fmt/format.h>

#include "ir/verify.hpp"
#include "ir/verifying/context.hpp"

namespace fairmon::ir {

bool same_cells(const Type& a, const Type& b) {
  if (a.is_real() && b.is_real()) {
    return true;
  }
  if (a.kind() != b.kind() || a.parts().size() != b.parts().size()) {
    return false;
  }
  for (std::size_t i = 0; i < a.parts().size(); ++i) {
    if (!same_cells(a.parts()[i], b.parts()[i])) {
      return false;
    }
  }
  return true;
}

namespace verifying {
namespace {

constexpr int kMostNested = 16;

class ExprCheck {
 public:
  ExprCheck(Context& context, const Place& place)
      : context_(context), program_(context.program), place_(place), round_(++context.rounds) {}

  void run(ExprId root) {
    // Operands first, without recursion; an operand that is no expression ends the branch.
    std::vector<ExprId> open{root};
    while (!open.empty()) {
      const ExprId id = open.back();
      open.pop_back();
      if (!program_.exprs.contains(id)) {
        problem("an operand is no expression");
        continue;
      }
      if (!context_.first_visit(id, round_)) {
        continue;
      }
      const Expr& expr = program_.exprs[id];
      bool sound = true;
      for (const ExprId operand : expr.operands) {
        open.push_back(operand);
        // Operands are made before their users; this rules out loops.
        sound = sound && program_.exprs.contains(operand) && operand < id;
      }
      if (sound) {
        check(expr);
      } else {
        problem("an operand comes after its user");
        open.clear();
      }
    }
  }

 private:
  void problem(const char* what) { context_.require(false, place_.where, what); }
  void require(bool holds, const char* what) { context_.require(holds, place_.where, what); }
  const Type& type_of(const Expr& expr, std::size_t operand) const {
    return program_.exprs[expr.operands[operand]].type;
  }
  bool count(const Expr& expr, std::size_t wanted) {
    require(expr.operands.size() == wanted, "wrong number of operands");
    return expr.operands.size() == wanted;
  }
  void all_boolean(const Expr& expr) {
    require(expr.type == Type::boolean(), "a condition must be Bool");
    for (std::size_t i = 0; i < expr.operands.size(); ++i) {
      require(type_of(expr, i) == Type::boolean(), "operands of a condition must be Bool");
    }
  }

  void check(const Expr& expr) {
    require(expr.type.known(), "expression of unknown type");
    switch (expr.kind) {
      case ExprKind::Constant:
        count(expr, 0);
        break;
      case ExprKind::Parameter:
        check_parameter(expr);
        break;
      case ExprKind::LambdaParameter:
        check_lambda_parameter(expr);
        break;
      case ExprKind::Now:
        count(expr, 0);
        require(expr.type == Type::time(), "now() must be Time");
        break;
      case ExprKind::Sync:
      case ExprKind::Offset:
      case ExprKind::Hold:
      case ExprKind::Get:
      case ExprKind::IsFresh:
        check_access(expr);
        break;
      case ExprKind::WindowRead:
        check_window_read(expr);
        break;
      case ExprKind::InstanceAggregate:
        check_aggregate(expr);
        break;
      case ExprKind::Apply:
        check_apply(expr);
        break;
      case ExprKind::Equal:
        require(expr.type == Type::boolean(), "eq must be Bool");
        if (count(expr, 2)) {
          require(same_cells(type_of(expr, 0), type_of(expr, 1)), "eq of different types");
        }
        break;
      case ExprKind::And:
      case ExprKind::Or:
        require(expr.operands.size() >= 2, "and/or need at least two operands");
        all_boolean(expr);
        break;
      case ExprKind::If:
      case ExprKind::Defaults:
        check_choice(expr);
        break;
      case ExprKind::Tuple:
      case ExprKind::Project:
      case ExprKind::Some:
        check_structure(expr);
        break;
      case ExprKind::Error:
        problem("an error expression");
        break;
    }
  }

  void check_parameter(const Expr& expr) {
    const bool known =
        place_.owner.valid() && expr.index < program_.streams[place_.owner].parameters.size();
    require(known, "no such parameter");
    if (known) {
      require(same_cells(program_.streams[place_.owner].parameters[expr.index].type, expr.type),
              "parameter of another type");
    }
  }

  void check_lambda_parameter(const Expr& expr) {
    if (place_.lambda == nullptr) {
      problem("a lambda's parameter outside an instance aggregation");
      return;
    }
    const Stream& target = program_.streams[place_.lambda->target];
    require(expr.index <= target.parameters.size(), "no such lambda parameter");
    if (expr.index <= target.parameters.size()) {
      const Type& type =
          expr.index < target.parameters.size() ? target.parameters[expr.index].type : target.type;
      require(same_cells(type, expr.type), "lambda parameter of another type");
    }
  }

  void check_instance(const Expr& expr, StreamId stream) {
    const auto& parameters = program_.streams[stream].parameters;
    if (count(expr, parameters.size())) {
      for (std::size_t i = 0; i < parameters.size(); ++i) {
        require(same_cells(type_of(expr, i), parameters[i].type), "instance of another type");
      }
    }
  }

  void check_access(const Expr& expr) {
    if (!program_.streams.contains(expr.stream)) {
      problem("access to no stream");
      return;
    }
    check_instance(expr, expr.stream);
    const Type& value = program_.streams[expr.stream].type;
    const bool fits = expr.kind == ExprKind::Sync ? same_cells(expr.type, value)
                      : expr.kind == ExprKind::IsFresh
                          ? expr.type == Type::boolean()
                          : same_cells(expr.type, Type::optional(value));
    require(fits, "access of another type than its stream");
    require(expr.kind != ExprKind::Offset || expr.index >= 1, "an offset must be at least 1");
    require(expr.kind != ExprKind::Offset || expr.index <= program_.streams[expr.stream].num_kept,
            "the stream keeps too few values for an offset");
  }

  void check_window_read(const Expr& expr) {
    if (!program_.windows.contains(expr.window)) {
      problem("read of no window");
      return;
    }
    const Window& window = program_.windows[expr.window];
    if (program_.streams.contains(window.target)) {
      check_instance(expr, window.target);
    }
    require(same_cells(expr.type, window.result), "read of another type than its window");
    require(window.caller == place_.owner, "window read by another stream than its caller");
    require(place_.pacing == nullptr || window.caller_pacing == *place_.pacing,
            "window read at another pacing than its caller's");
  }

  void check_aggregate(const Expr& expr) {
    if (!program_.aggregations.contains(expr.aggregation)) {
      problem("read of no instance aggregation");
      return;
    }
    const InstanceAggregation& aggregation = program_.aggregations[expr.aggregation];
    count(expr, 0);
    require(same_cells(expr.type, aggregation.result), "read of another type than its aggregation");
    if (!program_.streams.contains(aggregation.target) || aggregation.aggregate == nullptr) {
      problem("instance aggregation without target or function");
      return;
    }
    require(!program_.streams[aggregation.target].parameters.empty(),
            "instance aggregation of a stream without parameters");
    Place inside = place_;
    inside.where += " (aggregation)";
    inside.lambda = &aggregation;
    if (++inside.depth > kMostNested) {
      problem("instance aggregations nested too deeply");
      return;
    }
    check_expr(context_, aggregation.where, inside, Type::boolean());
    check_expr(context_, aggregation.map, inside, {});
    const Type input = aggregation.map.valid() && program_.exprs.contains(aggregation.map)
                           ? program_.exprs[aggregation.map].type
                           : program_.streams[aggregation.target].type;
    const auto bound = aggregation.aggregate->bind(input, aggregation.aggregate_argument);
    require(bound.has_value() && same_cells(bound->result, aggregation.result),
            "aggregation does not fit the values");
  }

  void check_apply(const Expr& expr) {
    if (expr.function == nullptr || expr.overload >= expr.function->overloads.size()) {
      problem("application of no function");
      return;
    }
    const builtins::Overload& body = expr.body();
    const std::size_t fixed = body.arguments.size();
    const bool fits =
        expr.function->variadic ? expr.operands.size() >= fixed : expr.operands.size() == fixed;
    require(fits, "wrong number of arguments");
    for (std::size_t i = 0; i < fixed && fits; ++i) {
      require(same_cells(type_of(expr, i), body.arguments[i]), "argument of another type");
    }
    require(same_cells(expr.type, body.result), "result of another type");
    require(body.prepare == nullptr || expr.prepared != nullptr, "literals were not prepared");
  }

  void check_choice(const Expr& expr) {
    const bool is_if = expr.kind == ExprKind::If;
    if (!count(expr, is_if ? 3 : 2)) {
      return;
    }
    if (is_if) {
      require(type_of(expr, 0) == Type::boolean(), "a condition must be Bool");
      require(same_cells(type_of(expr, 1), expr.type), "branch of another type");
      require(same_cells(type_of(expr, 2), expr.type), "branch of another type");
    } else {
      require(same_cells(type_of(expr, 0), Type::optional(expr.type)),
              "defaults of something that is not an optional of its type");
      require(same_cells(type_of(expr, 1), expr.type), "substitute of another type");
    }
  }

  void check_structure(const Expr& expr) {
    if (expr.kind == ExprKind::Tuple) {
      require(expr.type.is(TypeKind::Tuple) && expr.type.parts().size() == expr.operands.size(),
              "tuple of another size than its type");
      for (std::size_t i = 0; i < std::min(expr.operands.size(), expr.type.parts().size()); ++i) {
        require(same_cells(type_of(expr, i), expr.type.parts()[i]), "component of another type");
      }
      return;
    }
    if (!count(expr, 1)) {
      return;
    }
    const Type& operand = type_of(expr, 0);
    if (expr.kind == ExprKind::Some) {
      require(same_cells(expr.type, Type::optional(operand)), "some of another type");
      return;
    }
    const bool optional = operand.is(TypeKind::Optional);
    const Type& tuple = optional ? operand.inner() : operand;
    const bool known = tuple.is(TypeKind::Tuple) && expr.index < tuple.parts().size();
    require(known, "no such component");
    if (known) {
      const Type& part = tuple.parts()[expr.index];
      require(same_cells(expr.type, optional ? Type::optional(part) : part),
              "component of another type");
    }
  }

  Context& context_;
  const Program& program_;
  const Place& place_;
  std::uint32_t round_;
};

}  // namespace

void check_expr(Context& context, ExprId root, const Place& place, const Type& type) {
  if (!root.valid()) {
    return;
  }
  ExprCheck(context, place).run(root);
  if (type.known() && context.program.exprs.contains(root)) {
    context.require(same_cells(context.program.exprs[root].type, type), place.where,
                    "expression of the wrong type");
  }
}

}  // namespace verifying
}  // namespace fairmon::ir
