#include "engine/plan/scan.hpp"

#include <algorithm>

namespace fairmon::engine {

namespace {

bool mentions(const ir::Program& program, ir::ExprId id, std::uint32_t stream) {
  bool found = false;
  ir::for_each_expr(program, id,
                    [&](ir::ExprId part) { found |= program.exprs[part].stream.value == stream; });
  return found;
}

/// Could evaluating it where it is not needed leave the row without a value?
bool is_eager(const ir::Program& program, ir::ExprId id) {
  bool eager = !ir::can_fail(program, id);
  ir::for_each_expr(program, id, [&](ir::ExprId part) {
    const ir::Expr& expr = program.exprs[part];
    eager = eager && (expr.kind != ir::ExprKind::Sync || expr.stream.index() < program.num_inputs);
  });
  return eager;
}

constexpr std::size_t kMostArguments = 4;

}  // namespace

std::optional<Scan> Scan::make(const Plan& plan, std::uint32_t stream) {
  const StreamPlan& planned = plan.streams[stream];
  if (planned.evals.size() != 1 || planned.num_cells != 1 || planned.kept != 1) {
    return std::nullopt;
  }
  Scan scan;
  const auto root = scan.build(plan, stream, planned.evals.front().with, false);
  if (!root) {
    return std::nullopt;
  }
  scan.root_ = *root;
  scan.recognise_simple();
  return scan;
}

std::optional<std::uint32_t> Scan::column(const Plan& plan, ir::ExprId id, bool lazy) {
  if (plan.expr(id).type.num_cells() != 1 || (lazy && !is_eager(*plan.program, id))) {
    return std::nullopt;
  }
  Node node;
  node.column = static_cast<std::uint32_t>(columns_.size());
  columns_.push_back(id);
  nodes_.push_back(std::move(node));
  return static_cast<std::uint32_t>(nodes_.size() - 1);
}

std::optional<std::uint32_t> Scan::build(const Plan& plan, std::uint32_t stream, ir::ExprId id,
                                         bool lazy) {
  const ir::Program& program = *plan.program;
  const ir::Expr& expr = program.exprs[id];
  if (!mentions(program, id, stream)) {
    return column(plan, id, lazy);
  }
  Node node;
  node.expr = &expr;
  std::vector<bool> lazy_operand(expr.operands.size(), lazy);
  if (expr.kind == ir::ExprKind::Defaults) {
    const ir::Expr& past = program.exprs[expr.operands[0]];
    if (past.kind != ir::ExprKind::Offset || past.stream.value != stream || past.index != 1) {
      return std::nullopt;
    }
    node.kind = Kind::Previous;
    const auto substitute = build(plan, stream, expr.operands[1], true);
    if (!substitute) {
      return std::nullopt;
    }
    node.operands.push_back(*substitute);
  } else if (expr.kind == ir::ExprKind::Apply || expr.kind == ir::ExprKind::If) {
    if (expr.kind == ir::ExprKind::Apply && expr.operands.size() > kMostArguments) {
      return std::nullopt;
    }
    node.kind = expr.kind == ir::ExprKind::Apply ? Kind::Apply : Kind::If;
    bool later = lazy;
    for (const ir::ExprId part : expr.operands) {
      const auto operand = build(plan, stream, part, later);
      if (!operand) {
        return std::nullopt;
      }
      node.operands.push_back(*operand);
      // Columns come before all steps: one that fails would hide the failure of an earlier operand.
      later = later || node.kind == Kind::If ||
              (nodes_[*operand].kind != Kind::Column && ir::can_fail(program, part));
    }
  } else {
    return std::nullopt;
  }
  nodes_.push_back(std::move(node));
  return static_cast<std::uint32_t>(nodes_.size() - 1);
}

void Scan::recognise_simple() {
  const Node& root = nodes_[root_];
  if (root.kind != Kind::Apply || root.operands.size() != 2) {
    return;
  }
  const bool previous_first = nodes_[root.operands[0]].kind == Kind::Previous;
  const Node& previous = nodes_[root.operands[previous_first ? 0 : 1]];
  const Node& operand = nodes_[root.operands[previous_first ? 1 : 0]];
  if (previous.kind != Kind::Previous || operand.kind != Kind::Column ||
      nodes_[previous.operands[0]].kind != Kind::Column) {
    return;
  }
  simple_ = Simple{root.expr->body().scalar, nodes_[previous.operands[0]].column, operand.column,
                   previous_first, root.expr->function->adds && root.expr->type.is_integer()};
}

Cell Scan::value_of(std::uint32_t index, const Cell* const* columns, std::uint32_t row,
                    const Cell* previous, builtins::Evaluation& evaluation) const {
  const Node& node = nodes_[index];
  switch (node.kind) {
    case Kind::Column:
      return columns[node.column][row];
    case Kind::Previous:
      return previous != nullptr ? *previous
                                 : value_of(node.operands[0], columns, row, previous, evaluation);
    case Kind::If: {
      const Cell condition = value_of(node.operands[0], columns, row, previous, evaluation);
      if (evaluation.failure != builtins::Failure::None) {
        return 0;
      }
      return value_of(node.operands[condition != 0 ? 1 : 2], columns, row, previous, evaluation);
    }
    case Kind::Apply: {
      Cell arguments[kMostArguments] = {};
      for (std::size_t i = 0; i < node.operands.size(); ++i) {
        arguments[i] = value_of(node.operands[i], columns, row, previous, evaluation);
        if (evaluation.failure != builtins::Failure::None) {
          return 0;
        }
      }
      evaluation.prepared = node.expr->prepared.get();
      failed_ = node.expr;
      return node.expr->body().scalar(arguments, evaluation);
    }
  }
  return 0;
}

}  // namespace fairmon::engine
