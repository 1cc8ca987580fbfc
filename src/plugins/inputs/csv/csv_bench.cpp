// Bytes of CSV to typed cells, against hand-written readers for exactly these columns.
#include <benchmark/benchmark.h>
#include <fast_float/fast_float.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "plugins/inputs/csv/csv_source.hpp"
#include "plugins/inputs/csv/scan.hpp"

namespace fairmon::plugins::csv {
namespace {

constexpr std::size_t kLines = 1'000'000;

/// A time and six numbers per line.
const std::string& numbers_file() {
  static const std::string kPath = [] {
    std::string path = "/tmp/fairmon_csv_bench.csv";
    std::mt19937 random(1);
    std::ofstream out(path);
    out << "time,a,b,c,d,e,f\n";
    char line[200];
    for (std::size_t i = 0; i < kLines; ++i) {
      const auto number = [&](unsigned range) { return static_cast<unsigned>(random() % range); };
      std::snprintf(line, sizeof line, "%zu.%03zu,%u.%02u,%u.%02u,%u,%u.%04u,%u.%u,%u\n", i / 1000,
                    i % 1000, number(1000), number(100), number(1000), number(100), number(100000),
                    number(10), number(10000), number(100), number(10), number(1000));
      out << line;
    }
    return path;
  }();
  return kPath;
}

std::string whole_file() {
  std::ifstream in(numbers_file(), std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void read_through_the_plugin(benchmark::State& state) {
  double sum = 0.0;
  for (auto _ : state) {
    CsvOptions options;
    options.files = {numbers_file()};
    CsvSource source(options);
    SourceContext context;
    for (const char* name : {"a", "b", "c", "d", "e", "f"}) {
      context.schema.inputs.push_back({name, Type::floating(), true});
    }
    context.symbols = std::make_shared<SymbolTable>();
    if (!source.open(context)) {
      state.SkipWithError("cannot open");
      break;
    }
    EventBatch batch(6, 4096);
    sum = 0.0;
    while (true) {
      batch.clear();
      const auto status = source.read(batch);
      for (std::size_t row = 0; row < batch.num_rows(); ++row) {
        sum += cell_double(batch.column(5).cells[row]);
      }
      if (!status || *status == ReadStatus::End) {
        break;
      }
    }
  }
  state.counters["sum"] = sum;
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kLines));
}
BENCHMARK(read_through_the_plugin)->Unit(benchmark::kMillisecond);

/// The limit: one pass, no checks beyond the end of the text, the columns known beforehand.
void read_by_hand(benchmark::State& state) {
  const std::string text = whole_file();
  double sum = 0.0;
  std::vector<double> cells(kLines * 7);
  for (auto _ : state) {
    sum = 0.0;
    const char* at = static_cast<const char*>(std::memchr(text.data(), '\n', text.size())) + 1;
    const char* const end = text.data() + text.size();
    double* cell = cells.data();
    while (at < end) {
      for (int field = 0; field < 7; ++field) {
        std::uint64_t mantissa = 0;
        int scale = 0;
        for (; *at >= '0'; ++at) {
          mantissa = mantissa * 10 + static_cast<unsigned>(*at - '0');
        }
        if (*at == '.') {
          for (++at; *at >= '0'; ++at, ++scale) {
            mantissa = mantissa * 10 + static_cast<unsigned>(*at - '0');
          }
        }
        static constexpr double kTens[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6};
        *cell++ = static_cast<double>(mantissa) / kTens[scale];
        ++at;
      }
      sum += cell[-1];
    }
    benchmark::DoNotOptimize(cells.data());
  }
  state.counters["sum"] = sum;
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kLines));
}
BENCHMARK(read_by_hand)->Unit(benchmark::kMillisecond);

/// The usual way to write it: split at commas, convert each field with a library.
void read_with_fast_float(benchmark::State& state) {
  const std::string text = whole_file();
  double sum = 0.0;
  for (auto _ : state) {
    sum = 0.0;
    const char* at = static_cast<const char*>(std::memchr(text.data(), '\n', text.size())) + 1;
    const char* const end = text.data() + text.size();
    while (at < end) {
      double value = 0.0;
      for (int field = 0; field < 7; ++field) {
        at = fast_float::from_chars(at, end, value).ptr + 1;
      }
      sum += value;
    }
  }
  state.counters["sum"] = sum;
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kLines));
}
BENCHMARK(read_with_fast_float)->Unit(benchmark::kMillisecond);

void scan_separators(benchmark::State& state, Scan scan) {
  std::string text = whole_file();
  const std::size_t size = text.size();
  text.append(kScanPadding, ' ');
  std::vector<std::uint32_t> separators(size + 64);
  std::vector<std::uint32_t> ends(size + 64);
  for (auto _ : state) {
    benchmark::DoNotOptimize(scan(text.data(), size, Dialect{}, separators.data(), ends.data()));
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(size));
}
BENCHMARK_CAPTURE(scan_separators, best, best_scan())->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(scan_separators, portable, scan_portable)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace fairmon::plugins::csv
