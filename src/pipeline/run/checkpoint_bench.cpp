// Writing and reading a checkpoint with a state of so many MiB; `bench/run checkpoint` measures
// what checkpoints cost a whole run.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "pipeline/run/checkpoint.hpp"

namespace fairmon::pipeline {
namespace {

Checkpoint of_size(std::int64_t mebibytes) {
  Checkpoint checkpoint;
  checkpoint.spec_digest = "0123456789abcdef";
  checkpoint.source_position = "0 17 2";
  checkpoint.monitor_state.resize(static_cast<std::size_t>(mebibytes) << 20U, 's');
  return checkpoint;
}

void checkpoint_bytes(benchmark::State& state) {
  const Checkpoint checkpoint = of_size(state.range(0));
  for (auto _ : state) {
    const auto read = decode_checkpoint(encode_checkpoint(checkpoint));
    if (!read || read->monitor_state.size() != checkpoint.monitor_state.size()) {
      state.SkipWithError("what was written cannot be read");
    }
  }
  state.SetBytesProcessed(state.iterations() * (state.range(0) << 20));
}
BENCHMARK(checkpoint_bytes)->Arg(1)->Arg(16)->Unit(benchmark::kMillisecond);

void checkpoint_file(benchmark::State& state) {
  const Checkpoint checkpoint = of_size(state.range(0));
  const auto path = std::filesystem::temp_directory_path() /
                    ("fairmon-bench-" + std::to_string(::getpid()) + ".ckpt");
  for (auto _ : state) {
    if (!write_checkpoint(path.string(), checkpoint)) {
      state.SkipWithError("the checkpoint cannot be written");
    }
  }
  std::filesystem::remove(path);
  state.SetBytesProcessed(state.iterations() * (state.range(0) << 20));
}
BENCHMARK(checkpoint_file)->Arg(1)->Arg(16)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace fairmon::pipeline
