#include <fmt/format.h>

#include <unordered_set>

#include "ir/dependencies.hpp"
#include "ir/verify.hpp"
#include "ir/verifying/context.hpp"

namespace fairmon::ir {
namespace verifying {
namespace {

void check_activation(Context& context, const Activation& formula, const std::string& where) {
  switch (formula.kind) {
    case Activation::Kind::True:
      return;
    case Activation::Kind::Input:
      context.require(formula.input.index() < context.program.num_inputs, where,
                      "activation by something that is no input");
      return;
    case Activation::Kind::And:
    case Activation::Kind::Or:
      context.require(formula.parts.size() >= 2, where, "activation formula with too few parts");
      for (const Activation& part : formula.parts) {
        check_activation(context, part, where);
      }
      return;
  }
}

void check_pacing(Context& context, const Pacing& pacing, const std::string& where) {
  if (pacing.kind == PacingKind::Event) {
    check_activation(context, pacing.activation, where);
    return;
  }
  context.require(pacing.period.numerator > 0 && pacing.period.denominator > 0, where,
                  "a period must be positive");
}

void check_guard(Context& context, const KeyGuard& guard, const Place& place) {
  const auto& parameters = context.program.streams[place.owner].parameters;
  for (const KeyEquality& key : guard.keys) {
    const bool known = key.parameter < parameters.size() && key.key.valid();
    context.require(known, place.where, "key of no parameter");
    if (known) {
      check_expr(context, key.key, place, parameters[key.parameter].type);
    }
  }
  check_expr(context, guard.residual, place, Type::boolean());
}

class StreamCheck {
 public:
  StreamCheck(Context& context, StreamId id)
      : context_(context), id_(id), stream_(context.program.streams[id]) {}

  void run() {
    require(!stream_.name.empty(), "", "stream without a name");
    require(stream_.type.known(), "", "stream of unknown type");
    require(stream_.num_kept >= 1, "", "a stream keeps at least one value");
    if (stream_.kind == StreamKind::Input) {
      require(
          !stream_.spawn && !stream_.close && stream_.evals.empty() && stream_.parameters.empty(),
          "", "an input has no clauses and no parameters");
      return;
    }
    require(!stream_.evals.empty(), "", "stream without eval clause");
    require(stream_.parameters.empty() || stream_.spawn.has_value(), "",
            "parameters without spawn clause");
    require(stream_.kind != StreamKind::Trigger || stream_.type == Type::string(), "",
            "a trigger's value must be String");
    check_spawn();
    for (const EvalClause& eval : stream_.evals) {
      check_eval(eval);
    }
    check_close();
    check_table();
  }

 private:
  std::string where(const char* part) const { return stream_.name + part; }
  void require(bool holds, const char* part, const char* what) {
    context_.require(holds, where(part), what);
  }

  void check_spawn() {
    if (!stream_.spawn) {
      return;
    }
    const SpawnClause& spawn = *stream_.spawn;
    require(spawn.pacing.kind != PacingKind::Local, " spawn", "a spawn cannot be locally paced");
    check_pacing(context_, spawn.pacing, where(" spawn"));
    require(spawn.with.valid() == !stream_.parameters.empty(), " spawn",
            "parameters and spawn values do not match");
    const Place place{where(" spawn"), id_, nullptr, &spawn.pacing, 0};
    check_expr(context_, spawn.when, place, Type::boolean());
    check_expr(context_, spawn.with, place, stream_.instance_type());
    for (const ExprId root : {spawn.when, spawn.with}) {
      for_each_expr(context_.program, root, [&](ExprId expr) {
        require(context_.program.exprs[expr].kind != ExprKind::Parameter, " spawn",
                "a spawn cannot read its own parameters");
      });
    }
  }

  void check_eval(const EvalClause& eval) {
    check_pacing(context_, eval.pacing, where(" eval"));
    require(eval.pacing.kind != PacingKind::Local || stream_.spawn.has_value(), " eval",
            "locally paced without spawn");
    const Pacing& first = stream_.evals.front().pacing;
    require(eval.pacing.kind == first.kind &&
                (eval.pacing.kind == PacingKind::Event || eval.pacing.period == first.period),
            " eval", "clauses of different pacing");
    require(eval.with.valid(), " eval", "eval without value");
    const Place place{where(" eval"), id_, nullptr, &eval.pacing, 0};
    check_expr(context_, eval.when, place, Type::boolean());
    check_expr(context_, eval.with, place, stream_.type);
    check_guard(context_, eval.guard, place);
  }

  void check_close() {
    if (!stream_.close) {
      return;
    }
    const CloseClause& close = *stream_.close;
    check_pacing(context_, close.pacing, where(" close"));
    require(close.pacing.kind != PacingKind::Local || stream_.spawn.has_value(), " close",
            "locally paced without spawn");
    const Place place{where(" close"), id_, nullptr, &close.pacing, 0};
    check_expr(context_, close.when, place, Type::boolean());
    check_guard(context_, close.guard, place);
  }

  void check_table() {
    if (!stream_.table.valid()) {
      return;
    }
    const bool known = context_.program.streams.contains(stream_.table);
    require(known, "", "table of no stream");
    if (known) {
      const Stream& owner = context_.program.streams[stream_.table];
      require(!owner.table.valid() && stream_.table != id_, "", "table must be a stream's own");
      require(owner.spawn.has_value() && stream_.spawn.has_value() &&
                  same_cells(owner.instance_type(), stream_.instance_type()),
              "", "table of a stream with other instances");
    }
  }

  Context& context_;
  StreamId id_;
  const Stream& stream_;
};

}  // namespace

void check_streams(Context& context) {
  const Program& program = context.program;
  std::unordered_set<std::string> names;
  for (const StreamId id : program.streams.ids()) {
    const Stream& stream = program.streams[id];
    context.require(names.insert(stream.name).second, stream.name, "name is used twice");
    context.require((stream.kind == StreamKind::Input) == (id.index() < program.num_inputs),
                    stream.name, "inputs must come first");
    context.require((stream.kind != StreamKind::Hidden) == (id.index() < program.num_public),
                    stream.name, "hidden streams must come last");
    StreamCheck(context, id).run();
  }
}

void check_windows(Context& context) {
  for (const WindowId id : context.program.windows.ids()) {
    const Window& window = context.program.windows[id];
    const std::string where = fmt::format("window w{}", id.value);
    if (!context.program.streams.contains(window.target) ||
        !context.program.streams.contains(window.caller)) {
      context.require(false, where, "no target or no caller");
      continue;
    }
    const bool discrete = window.kind == WindowKind::Discrete;
    context.require(discrete ? window.count > 0 : window.duration_ns > 0, where, "empty window");
    context.require(window.start == WindowStart::Run ||
                        context.program.streams[window.caller].spawn.has_value(),
                    where, "starts at the spawn of a stream that is not spawned");
    if (window.kind == WindowKind::Occurrence) {
      context.require(window.result == Type::boolean() && window.aggregate == nullptr, where,
                      "an occurrence window gives a Bool");
      continue;
    }
    if (window.aggregate == nullptr) {
      context.require(false, where, "no aggregation");
      continue;
    }
    const auto bound = window.aggregate->bind(context.program.streams[window.target].type,
                                              window.aggregate_argument);
    if (!bound) {
      context.require(false, where, "aggregation does not fit the target's type");
      continue;
    }
    const bool wrap = window.exact && !bound->result.is(TypeKind::Optional);
    context.require(same_cells(window.result, wrap ? Type::optional(bound->result) : bound->result),
                    where, "result of another type than the aggregation's");
  }
}

void check_order(Context& context) {
  const Program& program = context.program;
  if (const auto cycle = find_cycle(program)) {
    context.require(false, program.streams[cycle->front()].name, "depends on itself");
    return;
  }
  for (const Dependency& dependency : collect_dependencies(program)) {
    if (!dependency.ordering) {
      continue;
    }
    const Stream& reader = program.streams[dependency.from];
    const std::uint32_t before = program.streams[dependency.to].eval_layer;
    const std::uint32_t own =
        dependency.part == ClausePart::Spawn ? reader.spawn_layer : reader.eval_layer;
    context.require(own > before, reader.name, "evaluated before what it reads");
  }
  for (const Stream& stream : program.streams) {
    context.require(!stream.spawn || stream.eval_layer > stream.spawn_layer, stream.name,
                    "evaluated before it is spawned");
  }
}

}  // namespace verifying

std::vector<std::string> verify(const Program& program) {
  verifying::Context context{program, {}, {}};
  verifying::check_streams(context);
  verifying::check_windows(context);
  // Ids are only safe to follow once everything above is in order.
  if (context.problems.empty()) {
    verifying::check_order(context);
  }
  return std::move(context.problems);
}

}  // namespace fairmon::ir
