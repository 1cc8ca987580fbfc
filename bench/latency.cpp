// How long one pushed event takes: latency SPEC EVENTS. Events with made-up values are pushed one
// by one, and the median and the slow tail are printed in nanoseconds.
#include <fairmon/fairmon.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <sstream>

namespace {

using Clock = std::chrono::steady_clock;

/// Few texts and many numbers, as groups and measurements are.
fairmon::Cell make_value(const fairmon::Type& type, std::mt19937_64& random,
                         fairmon::SymbolTable& symbols) {
  if (type.is(fairmon::TypeKind::Bool)) {
    return random() % 2;
  }
  if (type.is(fairmon::TypeKind::String)) {
    return symbols.intern("group-" + std::to_string(random() % 8));
  }
  if (type.is_real()) {
    return fairmon::cell_of(static_cast<double>(random() % 10'000) / 1000.0);
  }
  return random() % 1000;
}

std::vector<double> push_all(fairmon::Monitor& monitor, const fairmon::Spec& spec, long events) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  std::mt19937_64 random(42);
  fairmon::EventBatch batch(spec.num_inputs());
  fairmon::VerdictBatch verdicts;
  std::vector<double> taken;
  for (long i = 0; i < events; ++i) {
    batch.clear();
    const std::size_t row = batch.add_row(fairmon::Timestamp{i * kSecond});
    for (std::size_t input = 0; input < spec.num_inputs(); ++input) {
      batch.set(row, input, make_value(spec.streams()[input].type, random, *monitor.symbols()));
    }
    verdicts.clear();
    const Clock::time_point before = Clock::now();
    const auto accepted = monitor.accept(batch, verdicts);
    const Clock::time_point after = Clock::now();
    if (!accepted.ok()) {
      std::fprintf(stderr, "latency: %s\n", accepted.error().message.c_str());
      std::exit(1);
    }
    taken.push_back(std::chrono::duration<double, std::nano>(after - before).count());
  }
  return taken;
}

double quantile(std::vector<double>& values, double share) {
  const auto rank = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + rank, values.end());
  return values[static_cast<std::size_t>(rank)];
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: latency SPEC EVENTS\n");
    return 2;
  }
  std::ifstream file(argv[1]);
  std::stringstream text;
  text << file.rdbuf();
  const auto compiled = fairmon::compile(fairmon::SourceFile(argv[1], text.str()));
  if (!compiled.spec) {
    std::fprintf(stderr, "%s", fairmon::render(compiled.diagnostics).c_str());
    return 1;
  }
  auto monitor = fairmon::Monitor::create(*compiled.spec);
  std::vector<double> taken = push_all(monitor.value(), *compiled.spec, std::atol(argv[2]));
  std::printf("median %.0f\np999 %.0f\n", quantile(taken, 0.5), quantile(taken, 0.999));
}
