// The workloads of bench/ without reading and writing: batches in memory, nanoseconds per event.
#include <benchmark/benchmark.h>

#include <random>

#include "engine/engine.hpp"
#include "ir/passes/pipeline.hpp"
#include "ir/text.hpp"
#include "support/check.hpp"

namespace fairmon::engine {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

struct Workload {
  const char* program;
  void (*fill)(EventBatch& batch, std::mt19937_64& random, std::int64_t first,
               SymbolTable& symbols);
};

constexpr std::size_t kRows = 4096;

void stateless(EventBatch& batch, std::mt19937_64& random, std::int64_t first, SymbolTable&) {
  std::uniform_real_distribution<double> real(0.0, 10.0);
  for (std::size_t i = 0; i < kRows; ++i) {
    const std::size_t row = batch.add_row(Timestamp{(first + std::int64_t(i)) * kSecond / 1000});
    for (std::size_t input = 0; input < 6; ++input) {
      batch.set(row, input, cell_of(real(random)));
    }
  }
}

void booleans(EventBatch& batch, std::mt19937_64& random, std::int64_t first, SymbolTable&) {
  for (std::size_t i = 0; i < kRows; ++i) {
    const std::size_t row = batch.add_row(Timestamp{(first + std::int64_t(i)) * kSecond / 1000});
    batch.set(row, 0, random() % 3 == 0 ? 1 : 0);
  }
}

void odds(EventBatch& batch, std::mt19937_64& random, std::int64_t first, SymbolTable& symbols) {
  for (std::size_t i = 0; i < kRows; ++i) {
    const std::size_t row = batch.add_row(Timestamp{(first + std::int64_t(i)) * kSecond});
    batch.set(row, 0, symbols.intern("group" + std::to_string(random() % 8)));
    batch.set(row, 1, random() % 2);
    batch.set(row, 2, random() % 2);
  }
}

void platforms(EventBatch& batch, std::mt19937_64& random, std::int64_t first,
               SymbolTable& symbols) {
  for (std::size_t i = 0; i < kRows; ++i) {
    const std::size_t row = batch.add_row(Timestamp{(first + std::int64_t(i)) * kSecond});
    batch.set(row, 0, symbols.intern("platform" + std::to_string(random() % 25)));
    batch.set(row, 1, symbols.intern("language" + std::to_string(random() % 30)));
    batch.set(row, 2, random() % 2);
  }
}

template <std::uint64_t persons, std::int64_t step>
void persons_daily(EventBatch& batch, std::mt19937_64& random, std::int64_t first, SymbolTable&) {
  for (std::size_t i = 0; i < kRows; ++i) {
    const std::size_t row = batch.add_row(Timestamp{(first + std::int64_t(i)) * step});
    batch.set(row, 0, random() % persons);
  }
}

void groups(EventBatch& batch, std::mt19937_64& random, std::int64_t first, SymbolTable&) {
  for (std::size_t i = 0; i < kRows; ++i) {
    const std::size_t row = batch.add_row(Timestamp{(first + std::int64_t(i)) * kSecond});
    batch.set(row, 0, random() % 1000);
    batch.set(row, 1, random() % 100);
  }
}

constexpr Workload kStateless = {R"(input a: Float64
input b: Float64
input c: Float64
input d: Float64
input e: Float64
input f: Float64
output sum: Float64
  eval @event((a && b)) with add(sync(a), sync(b))
output mix: Float64
  eval @event((c && (d && e))) with subtract(multiply(sync(c), sync(d)), sync(e))
output ratio: Float64
  eval @event((a && (b && (c && (d && (e && f)))))) with divide(add(sync(sum), sync(mix)), add(multiply(sync(f), sync(f)), 1.0))
trigger t: String
  eval @event((a && (b && (c && (d && (e && f)))))) when greater(sync(ratio), 60.0) with "high"
)",
                                 &stateless};

constexpr Workload kWindow = {R"(input ok: Bool
output share: Float64
  eval @global(10s) with defaults(window(w0), 0.0)
window w0: Float64? = sliding ok over 60s using true_ratio from run caller share @global(10s)
)",
                              &booleans};

constexpr Workload kOdds = {R"(input group: String
input truth: Bool
input pred: Bool
output pos(g: String): UInt64
  spawn @event(group) with sync(group)
  eval @event((group && (truth && pred))) when and(eq(sync(group), $0:String), sync(truth)) with add(defaults(offset(pos, 1, $0:String), 0u), 1u)
output tp(g: String): UInt64
  spawn @event(group) with sync(group)
  eval @event((group && (truth && pred))) when and(eq(sync(group), $0:String), and(sync(truth), sync(pred))) with add(defaults(offset(tp, 1, $0:String), 0u), 1u)
output rate(g: String): Float64
  spawn @event(group) with sync(group)
  eval @event((group && (truth && pred))) when and(eq(sync(group), $0:String), sync(truth)) with divide(cast:Float64(defaults(hold(tp, $0:String), 0u)), cast:Float64(defaults(hold(pos, $0:String), 1u)))
output diff: Float64
  eval @event((group && (truth && pred))) with subtract(defaults(instances(a0), 0.0), defaults(instances(a1), 0.0))
trigger t: String
  eval @event((group && (truth && pred))) when greater(sync(diff), 0.9) with "unfair"
instances a0: Float64? = all rate using max
instances a1: Float64? = all rate using min
)",
                            &odds};

constexpr Workload kPlatforms = {R"(input platform: String
input language: String
input automated: Bool
output auto(p: String, l: String): Bool
  spawn @event((platform && language)) with tuple(sync(platform), sync(language))
  eval @event((platform && (language && automated))) when and(eq(sync(platform), $0:String), eq(sync(language), $1:String)) with sync(automated)
output ratio(p: String, l: String): Float64
  spawn @event((platform && language)) with tuple(sync(platform), sync(language))
  eval @global(1h) with defaults(window(w0, $0:String, $1:String), 0.0)
output low: Float64
  eval @global(1h) with defaults(instances(a0), 0.0)
output high: Float64
  eval @global(1h) with defaults(instances(a1), 0.0)
output n: UInt64
  eval @global(1h) with instances(a2)
window w0: Float64? = sliding auto over 1d using true_ratio from run caller ratio @global(1h)
instances a0: Float64? = all ratio using min
instances a1: Float64? = all ratio using max
instances a2: UInt64 = all ratio using count
)",
                                 &platforms};

constexpr const char* kCounterProgram = R"(input id: Int64
output days(i: Int64): Int64
  spawn @event(id) with sync(id)
  eval @global(1d) with add(defaults(offset(days, 1, $0:Int64), 0), 1)
  close @global(1d) when eq(sync(days, $0:Int64), 730)
)";
constexpr Workload kPersons = {kCounterProgram, &persons_daily<100000, 446 * kSecond>};

constexpr const char* kKeyedProgram = R"(input id: Int64
output n(i: Int64): Int64
  spawn @event(id) with sync(id)
  eval @event(id) when eq(sync(id), $0:Int64) with add(defaults(offset(n, 1, $0:Int64), 0), 1)
)";
constexpr Workload kKeys100 = {kKeyedProgram, &persons_daily<100, kSecond>};
constexpr Workload kKeysMillion = {kKeyedProgram, &persons_daily<1000000, kSecond>};

constexpr Workload kGroups = {R"(input group: Int64
input value: Int64
output v(g: Int64): Int64
  spawn @event(group) with sync(group)
  eval @event((group && value)) when eq(sync(group), $0:Int64) with sync(value)
output total(g: Int64): Int64
  spawn @event(group) with sync(group)
  eval @global(1h) with window(w0, $0:Int64)
output number(g: Int64): UInt64
  spawn @event(group) with sync(group)
  eval @global(1h) with window(w1, $0:Int64)
output largest(g: Int64): Int64
  spawn @event(group) with sync(group)
  eval @global(1h) with defaults(window(w2, $0:Int64), 0)
window w0: Int64 = sliding v over 1d using sum from run caller total @global(1h)
window w1: UInt64 = sliding v over 1d using count from run caller number @global(1h)
window w2: Int64? = sliding v over 1d using max from run caller largest @global(1h)
)",
                              &groups};

void run(benchmark::State& state, const Workload& workload) {
  Result<ir::Program> program = ir::read(workload.program);
  FAIRMON_CHECK(program.ok(), program.ok() ? "" : program.error().to_string());
  ir::passes::run_pipeline(*program, {});
  MonitorOptions options;
  options.symbols = std::make_shared<SymbolTable>();
  options.observe_all = false;
  const auto monitor =
      make_monitor(std::make_shared<const ir::Program>(std::move(program).value()), options);
  const std::size_t inputs = 6;
  std::mt19937_64 random(1);
  std::int64_t first = 0;
  VerdictBatch verdicts;
  std::uint64_t events = 0;
  std::uint64_t deadlines = 0;
  EventBatch batch(inputs, kRows);
  for (auto _ : state) {
    state.PauseTiming();
    batch.clear();
    workload.fill(batch, random, first, *options.symbols);
    first += std::int64_t(kRows);
    state.ResumeTiming();
    const auto result = monitor->accept(batch, verdicts);
    FAIRMON_CHECK(result.ok(), "the workload fails");
    events += verdicts.num_events;
    deadlines += verdicts.num_deadlines;
    verdicts.clear();
  }
  state.counters["ns/event"] = benchmark::Counter(
      static_cast<double>(events) / 1e9, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  state.counters["deadlines"] = static_cast<double>(deadlines);
  state.counters["instances"] = static_cast<double>(monitor->num_instances(
      static_cast<std::uint32_t>(inputs > 0 && workload.program == kPersons.program ? 1 : 1)));
}

BENCHMARK_CAPTURE(run, w1_stateless, kStateless);
BENCHMARK_CAPTURE(run, w2_window, kWindow);
BENCHMARK_CAPTURE(run, w3_odds, kOdds);
BENCHMARK_CAPTURE(run, w4_platforms, kPlatforms);
BENCHMARK_CAPTURE(run, w5_persons, kPersons)->Iterations(34);
BENCHMARK_CAPTURE(run, w6_groups, kGroups);
BENCHMARK_CAPTURE(run, keys_100, kKeys100);
BENCHMARK_CAPTURE(run, keys_million, kKeysMillion)->Iterations(1000);

}  // namespace
}  // namespace fairmon::engine
