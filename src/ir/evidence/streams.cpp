#include <fmt/format.h>

#include "ir/dependencies.hpp"
#include "ir/evidence/companions.hpp"

namespace fairmon::ir::evidence {

Companions::Companions(Program& program, const Notes& notes)
    : program_(program), notes_(notes), builder_(program) {}

std::vector<ExprId> Companions::own_parameters(StreamId stream) {
  std::vector<ExprId> instance;
  const std::vector<Parameter> parameters = program_.streams[stream].parameters;
  instance.reserve(parameters.size());
  for (std::uint32_t i = 0; i < parameters.size(); ++i) {
    instance.push_back(builder_.parameter(i, parameters[i].type));
  }
  return instance;
}

StreamId Companions::add_hidden(StreamId origin, const char* purpose, const Type& type,
                                bool spawned) {
  Stream stream;
  const Stream& from = program_.streams[origin];
  // Dots cannot stand in a user's name, and two of them not in a helper's of lowering.
  stream.name = fmt::format("{}..{}.{}", from.name, purpose, ++num_hidden_);
  stream.kind = StreamKind::Hidden;
  stream.type = type;
  stream.origin = from.kind == StreamKind::Hidden ? from.origin : origin;
  stream.span = from.span;
  if (spawned) {
    stream.parameters = from.parameters;
  }
  return program_.streams.push_back(std::move(stream));
}

void Companions::copy_life(StreamId from, StreamId to) {
  if (const std::optional<SpawnClause> spawn = program_.streams[from].spawn) {
    SpawnClause copied = *spawn;
    copied.when = copy(spawn->when, to);
    copied.with = copy(spawn->with, to);
    program_.streams[to].spawn = std::move(copied);
  }
  if (const std::optional<CloseClause> close = program_.streams[from].close) {
    CloseClause copied = *close;
    copied.when = copy(close->when, to);
    copied.guard = {};
    program_.streams[to].close = std::move(copied);
  }
}

/// The same expression for another stream: windows belong to the stream that reads them.
ExprId Companions::copy(ExprId id, StreamId owner) {
  if (!id.valid()) {
    return id;
  }
  bool reads_windows = false;
  for_each_expr(program_, id, [&](ExprId part) {
    reads_windows = reads_windows || program_.exprs[part].kind == ExprKind::WindowRead;
  });
  if (!reads_windows) {
    return id;
  }
  Expr expr = program_.exprs[id];
  for (ExprId& operand : expr.operands) {
    operand = copy(operand, owner);
  }
  if (expr.kind == ExprKind::WindowRead) {
    Window window = program_.windows[expr.window];
    window.caller = owner;
    expr.window = program_.windows.push_back(std::move(window));
  } else if (expr.kind == ExprKind::InstanceAggregate) {
    InstanceAggregation aggregation = program_.aggregations[expr.aggregation];
    aggregation.where = copy(aggregation.where, owner);
    aggregation.map = copy(aggregation.map, owner);
    expr.aggregation = program_.aggregations.push_back(std::move(aggregation));
  }
  return program_.exprs.push_back(std::move(expr));
}

EndStreams Companions::companion(StreamId stream, const Spending& spending) {
  const auto key = std::pair(stream.value, spending);
  if (const auto found = companions_.find(key); found != companions_.end()) {
    return found->second;
  }
  EndStreams made;
  const Type type = program_.streams[stream].type;
  made.low = add_hidden(stream, "low", type, true);
  made.high = add_hidden(stream, "high", type, true);
  companions_[key] = made;  // entered first: the stream may read its own past
  for (const bool low : {true, false}) {
    const StreamId end = low ? made.low : made.high;
    copy_life(stream, end);
    const std::vector<EvalClause> clauses = program_.streams[stream].evals;
    for (const EvalClause& clause : clauses) {
      EvalClause eval;
      eval.pacing = clause.pacing;
      eval.span = clause.span;
      eval.when = copy(clause.when, end);
      const Ends value = ends(clause.with, end, spending);
      eval.with = low ? value.low : value.high;
      program_.streams[end].evals.push_back(std::move(eval));
    }
  }
  return made;
}

}  // namespace fairmon::ir::evidence
