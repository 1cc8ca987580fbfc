// From a file of JSON objects to typed cells, against a loop that only uses the JSON library and
// knows the members beforehand.
#include <simdjson.h>

#include <cstring>

#include "plugins/reading/bench_kit.hpp"

namespace fairmon::plugins {
namespace inputs {
extern const InputPlugin jsonl;
}

namespace {

using bench::MappedFile;
using bench::TraceFile;

const TraceFile& decisions() {
  static const TraceFile kFile("decisions.jsonl", "", [](auto row, auto& text) {
    const std::string number = std::to_string(row % 1000);
    text += "{\"time\":" + std::to_string(row) + ",\"g\":\"group-" + std::to_string(row * 7 % 8) +
            "\",\"x\":" + (row % 3 == 0 ? "true" : "false") + ",\"score\":0." + number +
            ",\"n\":" + number + "}\n";
  });
  return kFile;
}

const std::vector<std::pair<std::string, Type>> kInputs = {{"g", Type::string()},
                                                           {"x", Type::boolean()},
                                                           {"score", Type::floating()},
                                                           {"n", Type::integer()}};

/// Members in the order in which they stand; texts are only looked at.
double by_hand() {
  const MappedFile file(decisions().path());
  simdjson::ondemand::parser parser;
  std::string block;
  double sum = 0.0;
  double scores = 0.0;
  std::size_t letters = 0;
  std::string_view rest = file.text();
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    block.assign(rest.substr(0, end));
    block.resize(end + simdjson::SIMDJSON_PADDING);
    simdjson::ondemand::document document;
    simdjson::ondemand::object object;
    if (parser.iterate(block.data(), end, block.size()).get(document) != simdjson::SUCCESS ||
        document.get_object().get(object) != simdjson::SUCCESS) {
      return -1.0;
    }
    std::int64_t number = 0;
    double score = 0.0;
    std::string_view group;
    static_cast<void>(object["time"].get(number));
    static_cast<void>(object["g"].get(group));
    letters += group.size();
    bool flag = false;
    static_cast<void>(object["x"].get(flag));
    static_cast<void>(object["score"].get(score));
    static_cast<void>(object["n"].get(number));
    scores += flag ? score : 0.0;
    sum += static_cast<double>(number);
    rest.remove_prefix(end + 1);
  }
  benchmark::DoNotOptimize(scores);
  benchmark::DoNotOptimize(letters);
  return sum;
}

void jsonl_decisions_by_hand(benchmark::State& state) {
  decisions();  // made before the clock runs
  double sum = 0.0;
  for (auto _ : state) {
    sum = by_hand();
  }
  bench::report(state, decisions(), sum, sum);
}
BENCHMARK(jsonl_decisions_by_hand)->Unit(benchmark::kMillisecond);

void jsonl_decisions(benchmark::State& state) {
  const double expected = by_hand();
  double sum = 0.0;
  for (auto _ : state) {
    sum = 0.0;
    bench::read_through(inputs::jsonl, decisions().path(), kInputs, [&](const EventBatch& batch) {
      for (std::size_t row = 0; row < batch.num_rows(); ++row) {
        sum += static_cast<double>(batch.column(3).cells[row]);
      }
    });
  }
  bench::report(state, decisions(), sum, expected);
}
BENCHMARK(jsonl_decisions)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace fairmon::plugins
