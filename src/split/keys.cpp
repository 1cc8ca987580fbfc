#include "split/keys.hpp"

#include <algorithm>
#include <set>

#include "ir/dependencies.hpp"
#include "ir/rewrite.hpp"
#include "ir/text.hpp"
#include "split/subset.hpp"

namespace fairmon::split {

namespace {

/// One cell, and equal values have equal cells once zeros and numbers that are none are made one.
bool can_route(const Type& type) {
  switch (type.kind()) {
    case TypeKind::Bool:
    case TypeKind::Int:
    case TypeKind::UInt:
    case TypeKind::Float:
    case TypeKind::Prob:
    case TypeKind::String:
    case TypeKind::Bytes:
    case TypeKind::Time:
    case TypeKind::Duration:
      return true;
    case TypeKind::Fixed:
    case TypeKind::UFixed:
    case TypeKind::Optional:
    case TypeKind::Tuple:
    case TypeKind::Unknown:
      return false;
  }
  return false;
}

/// Reads nothing but the event, directly or by way of streams that do so at every event with the
/// inputs they need, and cannot fail by itself.
bool is_event_value(const ir::Program& program, ir::ExprId root, const Locality& rows) {
  bool fits = can_route(program.exprs[root].type) && !ir::can_fail(program, root);
  bool reads = false;
  ir::for_each_expr(program, root, [&](ir::ExprId id) {
    const ir::Expr& expr = program.exprs[id];
    switch (expr.kind) {
      case ir::ExprKind::Sync:
      case ir::ExprKind::Get: {
        const ir::Stream& target = program.streams[expr.stream];
        reads = true;
        fits = fits && expr.operands.empty() && rows.holds(expr.stream) &&
               (target.kind == ir::StreamKind::Input ||
                (target.evals.size() == 1 && !target.evals.front().when.valid()));
        return;
      }
      case ir::ExprKind::Constant:
      case ir::ExprKind::Apply:
      case ir::ExprKind::Equal:
      case ir::ExprKind::And:
      case ir::ExprKind::Or:
      case ir::ExprKind::If:
      case ir::ExprKind::Defaults:
      case ir::ExprKind::Tuple:
      case ir::ExprKind::Project:
      case ir::ExprKind::Some:
        return;
      case ir::ExprKind::Parameter:
      case ir::ExprKind::LambdaParameter:
      case ir::ExprKind::Now:
      case ir::ExprKind::Offset:
      case ir::ExprKind::Hold:
      case ir::ExprKind::IsFresh:
      case ir::ExprKind::WindowRead:
      case ir::ExprKind::InstanceAggregate:
      case ir::ExprKind::Error:
        fits = false;
        return;
    }
  });
  return fits && reads;
}

/// When all streams that the key reads have a value.
ir::Pacing key_pacing(const ir::Program& program, ir::ExprId root) {
  ir::Activation all{ir::Activation::Kind::And, {}, {}};
  ir::for_each_expr(program, root, [&](ir::ExprId id) {
    const ir::Expr& expr = program.exprs[id];
    if (expr.kind != ir::ExprKind::Sync) {
      return;
    }
    const ir::Stream& target = program.streams[expr.stream];
    const ir::Activation part = target.kind == ir::StreamKind::Input
                                    ? ir::Activation{ir::Activation::Kind::Input, expr.stream, {}}
                                    : target.evals.front().pacing.activation;
    if (part.kind != ir::Activation::Kind::True && std::ranges::count(all.parts, part) == 0) {
      all.parts.push_back(part);
    }
  });
  ir::Pacing pacing;
  if (all.parts.size() == 1) {
    pacing.activation = all.parts.front();
  } else if (!all.parts.empty()) {
    pacing.activation = std::move(all);
  }
  return pacing;
}

/// Inputs, one output with the key, and what it needs as hidden streams.
ir::Program key_program(const ir::Program& whole, ir::ExprId root) {
  const std::vector<bool> needed = closure(whole, {root});
  ir::Stream key;
  key.name = "key of the event";
  key.kind = ir::StreamKind::Output;
  key.type = whole.exprs[root].type;
  ir::EvalClause eval;
  eval.pacing = key_pacing(whole, root);
  eval.with = root;
  eval.span = whole.exprs[root].span;
  key.evals.push_back(std::move(eval));

  ir::Program program = whole;
  program.streams.clear();
  support::IdVector<ir::StreamId, ir::StreamId> moved(whole.streams.size());
  for (const ir::StreamId id : whole.streams.ids()) {
    if (id.index() == whole.num_inputs) {
      program.streams.push_back(key);
    }
    ir::Stream stream = whole.streams[id];
    if (stream.kind != ir::StreamKind::Input) {
      stream.kind = ir::StreamKind::Hidden;
    }
    moved[id] = program.streams.push_back(std::move(stream));
  }
  program.num_public = program.num_inputs + 1;
  ir::redirect_streams(program, moved);
  ir::compact(program, [&](ir::StreamId id) {
    return id.index() < program.num_public || needed[id.index() - 1];
  });
  ir::assign_layers(program);
  return program;
}

}  // namespace

std::vector<ir::ExprId> key_candidates(const ir::Program& program, ir::Structure& structure,
                                       const Locality& rows) {
  std::vector<ir::ExprId> found;
  std::set<std::uint32_t> seen;
  for (const ir::Stream& stream : program.streams) {
    for (const ir::ExprId component : spawn_components(program, stream)) {
      if (is_event_value(program, component, rows) &&
          seen.insert(structure.number(component)).second) {
        found.push_back(component);
      }
    }
  }
  return found;
}

Key make_key(const ir::Program& program, ir::ExprId expr) {
  Key key;
  const ir::Expr& root = program.exprs[expr];
  key.type = root.type;
  key.span = root.span;
  if (root.kind == ir::ExprKind::Sync) {
    key.text = program.streams[root.stream].name;
    if (program.streams[root.stream].kind == ir::StreamKind::Input) {
      key.input = root.stream;
      return key;
    }
  } else {
    key.text = ir::print_expr(program, expr);
  }
  key.program = key_program(program, expr);
  return key;
}

}  // namespace fairmon::split
