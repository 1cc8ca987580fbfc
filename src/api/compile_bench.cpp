// How long a specification takes from text to program. Goal: 100 lines in 2 ms, 10,000 in 300 ms.
#include <benchmark/benchmark.h>
#include <fairmon/spec.hpp>

#include <cstdint>
#include <string>

namespace fairmon {
namespace {

// Blocks of ten lines: a stream per group, its windows, a periodic summary and a trigger. Each
// reads only its own block and the inputs, as long specifications do.
std::string specification(std::int64_t num_lines) {
  std::string text =
      "input group : String\n"
      "input decision : Bool\n"
      "input score : Float64\n";
  for (std::int64_t block = 0; block * 10 < num_lines; ++block) {
    const std::string n = std::to_string(block);
    text += "output rate_" + n + "(g)\n  spawn with group\n" +
            "  eval when group == g && score > " + n + ".0 with prob(of: decision)\n" +
            "output mean_" + n + " @10s := score.aggregate(over: 60s, using: avg)" +
            ".defaults(to: 0.0)\n" + "output high_" + n + " := score > " + n +
            ".5 && decision -> score + 1.0 < 100.0\n" + "output gap_" + n + " @10s :=\n" +
            "  rate_" + n + ".aggregate(over_instances: all, using: max).defaults(to: 0.0)\n" +
            "  - rate_" + n + ".aggregate(over_instances: all, using: min).defaults(to: 0.0)\n" +
            "output sum_" + n + " @10s := gap_" + n + " + mean_" + n + " * 2.0\n" +
            "trigger @10s sum_" + n + " > 0.5 \"block " + n + "\"\n";
  }
  return text;
}

void compile_lines(benchmark::State& state) {
  const SourceFile source("bench.lola", specification(state.range(0)));
  for (auto _ : state) {
    const Compiled compiled = compile(source);
    if (!compiled.spec) {
      state.SkipWithError("the specification does not compile");
      break;
    }
    benchmark::DoNotOptimize(compiled.spec->streams().size());
  }
  state.counters["lines"] = static_cast<double>(source.num_lines());
}
BENCHMARK(compile_lines)->Arg(100)->Arg(1000)->Arg(10000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace fairmon
