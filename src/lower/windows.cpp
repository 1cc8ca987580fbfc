#include "lower/lowering.hpp"

namespace fairmon::lower {

using sema::ConstructKind;
using sema::ConstructUse;

namespace {

/// Whole nanoseconds; a duration below one still is one.
std::int64_t floor_ns(const ir::Period& duration) {
  return std::max<std::int64_t>(duration.numerator / duration.denominator, 1);
}

const builtins::Aggregate& aggregate_called(const char* name) {
  const auto found = builtins::find_aggregate(name);
  FAIRMON_CHECK(found.has_value(), "an aggregation is missing in the catalogue");
  return *found->aggregate;
}

Type aggregate_result(const builtins::Aggregate& aggregate, const Type& input,
                      std::uint32_t argument) {
  const auto bound = aggregate.bind(input, argument);
  FAIRMON_CHECK(bound.has_value(), "an aggregation that does not fit its values");
  return bound->result;
}

}  // namespace

ir::ExprId Lowering::read_window(ir::Window window, std::vector<ir::ExprId> instance,
                                 const Scope& scope) {
  window.caller = scope.owner;
  window.caller_pacing = scope.pacing;
  if (window.aggregate != nullptr) {
    window.result = aggregate_result(*window.aggregate, program_.streams[window.target].type,
                                     window.aggregate_argument);
  }
  if (window.exact && !window.result.is(TypeKind::Optional)) {
    window.result = Type::optional(window.result);
  }
  return builder_.window_read(program_.windows.push_back(std::move(window)), std::move(instance));
}

ir::StreamId Lowering::aggregated_stream(const ConstructUse& use) {
  const ir::StreamId whole = stream_of(use.target);
  if (use.components.empty()) {
    return whole;
  }
  const syntax::OutputId output(use.target.index);
  const auto [place, is_new] = component_streams_.try_emplace({output, use.components});
  if (!is_new) {
    return place->second;
  }
  // A stream that lives as the tuple does and has a value whenever it has.
  const Scope scope{whole, output, Part::EvalWith, 0, {}};
  Type type = program_.streams[whole].type;
  for (const std::uint32_t component : use.components) {
    type = Type(type.parts()[component]);
  }
  const ir::StreamId part = place->second = add_hidden(scope, "component", type, true);
  copy_life(output, part);
  for (const sema::ClauseFacts& clause : analysis_.outputs[output].evals) {
    ir::EvalClause eval;
    eval.pacing = clause.pacing;
    eval.span = builder_.span();
    eval.when = builder_.access(ir::ExprKind::IsFresh, whole, own_parameters(part));
    eval.with = project_all(builder_.access(ir::ExprKind::Sync, whole, own_parameters(part)),
                            use.components);
    program_.streams[part].evals.push_back(std::move(eval));
  }
  return part;
}

ir::ExprId Lowering::lower_window(const ConstructUse& use, const Scope& scope) {
  ir::Window window;
  window.target = aggregated_stream(use);
  window.exact = use.exact;
  window.aggregate = use.aggregate;
  window.aggregate_argument = use.aggregate_argument;
  if (use.kind == ConstructKind::DiscreteWindow) {
    window.kind = ir::WindowKind::Discrete;
    window.count = use.count;
  } else {
    window.duration_ns = floor_ns(*use.duration);
    window.start = scope.pacing.kind == ir::PacingKind::Local ? ir::WindowStart::CallerSpawn
                                                              : ir::WindowStart::Run;
  }
  return read_window(std::move(window), lower_instance(use, scope), scope);
}

ir::ExprId Lowering::lower_occurrence(const ConstructUse& use, const Scope& scope) {
  ir::Window window;
  window.target = stream_of(use.target);
  window.kind = ir::WindowKind::Occurrence;
  window.duration_ns = floor_ns(*use.duration);
  window.result = Type::boolean();
  return read_window(std::move(window), lower_instance(use, scope), scope);
}

ir::ExprId Lowering::read_sliding(ir::StreamId target, std::int64_t duration_ns,
                                  const char* aggregate, ir::WindowStart start,
                                  const Scope& scope) {
  ir::Window window;
  window.target = target;
  window.duration_ns = duration_ns;
  window.aggregate = &aggregate_called(aggregate);
  window.start = start;
  return read_window(std::move(window), own_parameters(target), scope);
}

ir::ExprId Lowering::lambda_body(syntax::ExprId lambda, const Scope& scope) {
  return lambda.valid() ? lower(ast_.exprs[lambda].operands[0], scope) : ir::ExprId();
}

ir::ExprId Lowering::lower_instances(const ConstructUse& use, const Scope& scope) {
  ir::InstanceAggregation aggregation;
  aggregation.target = aggregated_stream(use);
  aggregation.selection = use.selection;
  aggregation.where = lambda_body(use.where, scope);
  aggregation.aggregate = use.aggregate;
  aggregation.aggregate_argument = use.aggregate_argument;
  aggregation.result = aggregate_result(*use.aggregate, program_.streams[aggregation.target].type,
                                        use.aggregate_argument);
  return builder_.instance_aggregate(program_.aggregations.push_back(std::move(aggregation)));
}

ir::ExprId Lowering::aggregate_instances(ir::StreamId target, const char* aggregate,
                                         ir::ExprId where, ir::ExprId map) {
  ir::InstanceAggregation aggregation;
  aggregation.target = target;
  aggregation.where = where;
  aggregation.map = map;
  aggregation.aggregate = &aggregate_called(aggregate);
  const Type input = map.valid() ? builder_.type_of(map) : program_.streams[target].type;
  aggregation.result = aggregate_result(*aggregation.aggregate, input, 0);
  return builder_.instance_aggregate(program_.aggregations.push_back(std::move(aggregation)));
}

}  // namespace fairmon::lower
