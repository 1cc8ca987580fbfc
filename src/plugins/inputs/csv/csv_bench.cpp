// From a CSV file to typed cells, against readers written by hand for exactly these columns. Goal:
// at least 0.6 times their speed (`bench/run csv` computes it).
#include <cstring>
#include <unordered_map>

#include "plugins/inputs/csv/scan.hpp"
#include "plugins/reading/bench_kit.hpp"

namespace fairmon::plugins {
namespace inputs {
extern const InputPlugin csv;
}

namespace {

using bench::kLines;
using bench::MappedFile;
using bench::TraceFile;
using Inputs = std::vector<std::pair<std::string, Type>>;

/// Numbers that look random and are the same everywhere.
std::uint64_t scrambled(std::uint64_t number) {
  number = (number + 1) * 0x9e37'79b9'7f4a'7c15ULL;
  number = (number ^ (number >> 30)) * 0xbf58'476d'1ce4'e5b9ULL;
  return number ^ (number >> 27);
}

std::string decimal(std::uint64_t thousandths) {
  const std::string rest = std::to_string(thousandths % 1000);
  return std::to_string(thousandths / 1000) + "." + std::string(3 - rest.size(), '0') + rest;
}

/// A time and six decimals per line.
const TraceFile& numbers() {
  static const TraceFile kFile("numbers.csv", "time,a,b,c,d,e,f\n", [](auto row, auto& text) {
    text += decimal(row);
    for (std::uint64_t column = 0; column < 6; ++column) {
      text += "," + decimal(scrambled(row * 6 + column) % 10'000);
    }
    text += '\n';
  });
  return kFile;
}

/// A time, one of eight groups, two Boolean values and a count per line.
const TraceFile& groups() {
  static const TraceFile kFile("groups.csv", "time,g,x,y,n\n", [](auto row, auto& text) {
    const std::uint64_t bits = scrambled(row);
    text += std::to_string(row) + ",group-" + std::to_string(bits % 8);
    text += (bits & 16U) != 0 ? ",true" : ",false";
    text += (bits & 32U) != 0 ? ",true," : ",false,";
    text += std::to_string(bits % 1000) + "\n";
  });
  return kFile;
}

const Inputs kNumbers = {{"a", Type::floating()}, {"b", Type::floating()}, {"c", Type::floating()},
                         {"d", Type::floating()}, {"e", Type::floating()}, {"f", Type::floating()}};
const Inputs kGroups = {
    {"g", Type::string()}, {"x", Type::boolean()}, {"y", Type::boolean()}, {"n", Type::integer()}};

/// One pass over the text, no checks beyond its end, the columns known beforehand.
class HandReader {
 public:
  explicit HandReader(std::string_view text)
      : at_(text.data() + text.find('\n') + 1), end_(text.data() + text.size()) {}
  [[nodiscard]] bool more() const { return at_ < end_; }
  [[gnu::always_inline]] inline double real() {
    static constexpr double kTens[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6};
    std::uint64_t mantissa = integer_part();
    int scale = 0;
    if (*at_ == '.') {
      for (++at_; *at_ >= '0'; ++at_, ++scale) {
        mantissa = mantissa * 10 + static_cast<unsigned>(*at_ - '0');
      }
    }
    ++at_;
    return static_cast<double>(mantissa) / kTens[scale];
  }
  [[gnu::always_inline]] inline std::uint64_t integer() {
    const std::uint64_t value = integer_part();
    ++at_;
    return value;
  }
  [[gnu::always_inline]] inline bool boolean() {
    const bool value = *at_ == 't';
    at_ += value ? 5 : 6;
    return value;
  }
  [[gnu::always_inline]] inline std::string_view text() {
    const char* begin = at_;
    while (*at_ != ',') {
      ++at_;
    }
    return {begin, static_cast<std::size_t>(at_++ - begin)};
  }

 private:
  [[gnu::always_inline]] inline std::uint64_t integer_part() {
    std::uint64_t value = 0;
    for (; *at_ >= '0'; ++at_) {
      value = value * 10 + static_cast<unsigned>(*at_ - '0');
    }
    return value;
  }
  const char* at_;
  const char* end_;
};

double numbers_by_hand(double* cells) {
  const MappedFile file(numbers().path());
  HandReader in(file.text());
  double sum = 0.0;
  while (in.more()) {
    for (int field = 0; field < 7; ++field) {
      *cells++ = in.real();
    }
    sum += cells[-1];
  }
  return sum;
}

double groups_by_hand(std::uint64_t* cells) {
  const MappedFile file(groups().path());
  HandReader in(file.text());
  std::unordered_map<std::string_view, std::uint64_t> known;
  double sum = 0.0;
  while (in.more()) {
    *cells++ = in.integer();
    *cells++ = known.try_emplace(in.text(), known.size()).first->second;
    *cells++ = static_cast<std::uint64_t>(in.boolean());
    *cells++ = static_cast<std::uint64_t>(in.boolean());
    *cells++ = in.integer();
    sum += static_cast<double>(cells[-1]);
  }
  return sum;
}

void csv_numbers_by_hand(benchmark::State& state) {
  std::vector<double> cells(kLines * 7);
  numbers();  // made before the clock runs
  double sum = 0.0;
  for (auto _ : state) {
    sum = numbers_by_hand(cells.data());
    benchmark::DoNotOptimize(cells.data());
  }
  bench::report(state, numbers(), sum, sum);
}
BENCHMARK(csv_numbers_by_hand)->Unit(benchmark::kMillisecond);

void csv_numbers(benchmark::State& state) {
  std::vector<double> cells(kLines * 7);
  const double expected = numbers_by_hand(cells.data());
  double sum = 0.0;
  for (auto _ : state) {
    sum = 0.0;
    bench::read_through(inputs::csv, numbers().path(), kNumbers, [&](const EventBatch& batch) {
      for (std::size_t row = 0; row < batch.num_rows(); ++row) {
        sum += cell_double(batch.column(5).cells[row]);
      }
    });
  }
  bench::report(state, numbers(), sum, expected);
}
BENCHMARK(csv_numbers)->Unit(benchmark::kMillisecond);

void csv_groups_by_hand(benchmark::State& state) {
  std::vector<std::uint64_t> cells(kLines * 5);
  groups();  // made before the clock runs
  double sum = 0.0;
  for (auto _ : state) {
    sum = groups_by_hand(cells.data());
    benchmark::DoNotOptimize(cells.data());
  }
  bench::report(state, groups(), sum, sum);
}
BENCHMARK(csv_groups_by_hand)->Unit(benchmark::kMillisecond);

void csv_groups(benchmark::State& state) {
  std::vector<std::uint64_t> cells(kLines * 5);
  const double expected = groups_by_hand(cells.data());
  double sum = 0.0;
  for (auto _ : state) {
    sum = 0.0;
    bench::read_through(inputs::csv, groups().path(), kGroups, [&](const EventBatch& batch) {
      for (std::size_t row = 0; row < batch.num_rows(); ++row) {
        sum += static_cast<double>(batch.column(3).cells[row]);
      }
    });
  }
  bench::report(state, groups(), sum, expected);
}
BENCHMARK(csv_groups)->Unit(benchmark::kMillisecond);

/// Splitting into fields alone.
void csv_scan(benchmark::State& state, csv::Scan scan) {
  const MappedFile file(numbers().path());
  std::string text(file.text());
  text.append(csv::kScanPadding, ' ');
  constexpr std::size_t kBlock = std::size_t{1} << 17;
  std::vector<std::uint32_t> separators(kBlock + 64);
  std::vector<std::uint32_t> ends(kBlock + 64);
  for (auto _ : state) {
    for (std::size_t at = 0; at + kBlock <= file.text().size(); at += kBlock) {
      benchmark::DoNotOptimize(
          scan(text.data() + at, kBlock, csv::Dialect{}, separators.data(), ends.data()));
    }
  }
  state.SetBytesProcessed(state.iterations() * numbers().bytes());
}
BENCHMARK_CAPTURE(csv_scan, best, csv::best_scan())->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(csv_scan, portable, csv::scan_portable)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace fairmon::plugins
