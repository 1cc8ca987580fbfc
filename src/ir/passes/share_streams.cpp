#include <string>
#include <unordered_map>

#include "ir/passes/passes.hpp"
#include "ir/rewrite.hpp"
#include "ir/structure.hpp"

namespace fairmon::ir::passes {
namespace {

/// Equal windows of one caller and equal aggregations become the first of them.
void share_reads(Program& program) {
  Structure structure(program, true);
  std::unordered_map<std::string, WindowId> windows;
  std::unordered_map<std::string, AggregationId> aggregations;
  for (Expr& expr : program.exprs) {
    if (expr.kind == ExprKind::WindowRead) {
      expr.window = windows.emplace(structure.window_key(expr.window), expr.window).first->second;
    } else if (expr.kind == ExprKind::InstanceAggregate) {
      expr.aggregation =
          aggregations.emplace(structure.aggregation_key(expr.aggregation), expr.aggregation)
              .first->second;
    }
  }
}

/// A helper that only repeats an input is that input.
StreamId repeated_input(const Program& program, const Stream& stream) {
  if (stream.spawn || stream.close || stream.evals.size() != 1) {
    return {};
  }
  const EvalClause& eval = stream.evals.front();
  const Expr& value = program.exprs[eval.with];
  const bool repeats = !eval.when.valid() && value.kind == ExprKind::Sync &&
                       value.stream.index() < program.num_inputs &&
                       eval.pacing.kind == PacingKind::Event &&
                       eval.pacing.activation.kind == Activation::Kind::Input &&
                       eval.pacing.activation.input == value.stream;
  return repeats ? value.stream : StreamId();
}

/// One round; a stream that reads two equal ones may be equal to another only afterwards.
bool share_hidden(Program& program) {
  Structure structure(program, true);
  std::unordered_map<std::string, StreamId> known;
  support::IdVector<StreamId, StreamId> replacement(program.streams.size());
  bool changed = false;
  for (const StreamId id : program.streams.ids()) {
    replacement[id] = id;
    if (program.streams[id].kind == StreamKind::Hidden) {
      const StreamId input = repeated_input(program, program.streams[id]);
      replacement[id] =
          input.valid() ? input : known.emplace(structure.stream_key(id), id).first->second;
      changed = changed || replacement[id] != id;
    }
  }
  if (!changed) {
    return false;
  }
  // Windows called by a dropped stream go with it: only reads are redirected.
  for (Expr& expr : program.exprs) {
    if (expr.stream.valid()) {
      expr.stream = replacement[expr.stream];
    }
  }
  for (Window& window : program.windows) {
    window.target = replacement[window.target];
  }
  for (InstanceAggregation& aggregation : program.aggregations) {
    aggregation.target = replacement[aggregation.target];
  }
  compact(program, [&](StreamId id) { return replacement[id] == id; });
  return true;
}

}  // namespace

void share_streams(Program& program) {
  do {
    share_reads(program);
  } while (share_hidden(program));
  compact(program, [](StreamId) { return true; });
  assign_layers(program);
}

}  // namespace fairmon::ir::passes
