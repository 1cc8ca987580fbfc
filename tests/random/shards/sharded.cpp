#include "random/shards/sharded.hpp"

#include <fairmon/monitor.hpp>
#include <fairmon/shards/plan.hpp>

#include <array>
#include <cstdio>
#include <exception>
#include <stdexcept>

#include "pipeline/run/reorder_buffer.hpp"
#include "pipeline/shards/shard_set.hpp"
#include "runner/trace.hpp"

namespace fairmon::random_cases {
namespace {

EventBatch all_events(const runner::Trace& trace, std::size_t num_inputs) {
  EventBatch batch(num_inputs, trace.rows.size());
  for (const runner::Trace::Row& row : trace.rows) {
    const std::size_t index = batch.add_row(row.time);
    for (std::size_t input = 0; input < row.cells.size(); ++input) {
      if (row.cells[input]) {
        batch.set(index, input, *row.cells[input]);
      }
    }
  }
  return batch;
}

Outcome run_single(const Spec& spec, const EventBatch& events, const MonitorOptions& options) {
  auto monitor = Monitor::create(spec, options);
  if (!monitor) {
    throw std::runtime_error(monitor.error().to_string());
  }
  Outcome outcome;
  Collector collector;
  VerdictBatch verdicts;
  auto done = monitor->accept(events, verdicts);
  outcome.add(verdicts, collector, *options.symbols);
  if (done) {
    verdicts.clear();
    done = monitor->finish(verdicts);
    outcome.add(verdicts, collector, *options.symbols);
  }
  outcome.error = done ? "" : done.error().message;
  outcome.changes = std::move(collector).sorted();
  return outcome;
}

std::string difference(const Outcome& wanted, const Outcome& found, const Spec& spec) {
  if (wanted.changes != found.changes) {
    return first_difference(wanted.changes, found.changes, spec);
  }
  if (wanted.error != found.error) {
    return "ended with `" + found.error + "` instead of `" + wanted.error + "`";
  }
  if (wanted.num_events != found.num_events || wanted.num_deadlines != found.num_deadlines) {
    return "counted " + std::to_string(found.num_events) + " events and " +
           std::to_string(found.num_deadlines) + " deadlines instead of " +
           std::to_string(wanted.num_events) + " and " + std::to_string(wanted.num_deadlines);
  }
  return {};
}

Finding compare(const RandomCase& item, const Spec& spec, std::uint64_t seed, ShardCounts& counts,
                const ShardedRunner& run) {
  MonitorOptions options;
  options.symbols = std::make_shared<SymbolTable>();
  options.on_error = item.report_errors ? ErrorPolicy::Report : ErrorPolicy::Stop;
  options.engine = seed % 8 == 0 ? EngineKind::Reference : EngineKind::Fast;
  options.observe_all = seed % 2 == 0;
  for (std::uint32_t i = 0; i < spec.streams().size() && !options.observe_all; ++i) {
    if (spec.streams()[i].kind != StreamKind::Input) {
      options.observed.push_back(i);
    }
  }
  const auto trace = runner::parse_trace(item.trace.text(item.model), spec, *options.symbols);
  if (!trace) {
    return {Judgement::Broken, trace.error()};
  }
  const ShardPlan plan = plan_shards(spec);
  ++counts.cases;
  counts.split += plan.splits() ? 1 : 0;
  counts.mixed += plan.splits() && !plan.parts.back().key ? 1 : 0;
  const EventBatch events = all_events(*trace, spec.num_inputs());
  const Outcome wanted = run_single(spec, events, options);
  Rng rng(seed);
  ShardedWay way;
  way.groups = rng.pick({1U, 2U, 3U, 8U, 16U});
  std::string state;
  for (std::uint64_t turn = 0; turn < 3; ++turn) {
    const bool crashes = turn == 2;
    way.seed = seed + (crashes ? 1 : 0);
    way.workers_seed = seed + turn;
    way.crashes = crashes;
    way.wait = Duration{crashes ? rng.pick({0L, 1L, 300'000'000L, 2'000'000'000L}) : 0L};
    const Outcome found = run(spec, options, way, events);
    counts.crashes += found.num_crashes;
    const std::string what = difference(wanted, found, spec);
    const std::string how = std::string(crashes ? "shards with crashes" : "shards") + ", " +
                            std::to_string(way.groups) + " groups: ";
    if (!what.empty()) {
      return {Judgement::Different, how + what};
    }
    if (turn == 1 && state != found.state) {
      return {Judgement::Different, how + "the states at the end have other bytes"};
    }
    state = found.state;
  }
  return {};
}

}  // namespace

std::string ShardCounts::to_string() const {
  const auto percent = [](std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
  };
  std::array<char, 200> text;
  std::snprintf(text.data(), text.size(),
                "%.1f %% of the specifications ran in shards, %.1f %% with a global stage besides; "
                "%llu crashes",
                percent(split, cases), percent(mixed, cases),
                static_cast<unsigned long long>(crashes.load()));
  return text.data();
}

bool ShardCounts::telling() const {
  return 2 * split >= cases && 10 * mixed >= cases && 3 * crashes >= cases;
}

Outcome run_on_shards(const Spec& spec, const MonitorOptions& options, const ShardedWay& way,
                      const EventBatch& events) {
  return ShardedRun<pipeline::ShardSet, pipeline::ShardOptions, pipeline::ReorderBuffer>(
             spec, options, way)
      .run(events);
}

Finding judge_sharded(const RandomCase& item, std::uint64_t seed, ShardCounts& counts,
                      const ShardedRunner& run) try {
  CompileOptions options;
  options.optimise = seed % 3 != 0;
  const Compiled compiled = compile(SourceFile("random.lola", item.model.text()), options);
  if (!compiled.spec) {
    for (const Diagnostic& diagnostic : compiled.diagnostics.all()) {
      if (diagnostic.severity == Severity::Error) {
        return {Judgement::Refused, diagnostic.message};
      }
    }
  }
  return compare(item, *compiled.spec, seed, counts, run);
} catch (const std::exception& problem) {
  return {Judgement::Broken, problem.what()};
}

}  // namespace fairmon::random_cases
