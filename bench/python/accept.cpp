// What the engine alone takes for the rows of bench/python/run.py: batches are filled beforehand.
// usage: accept SPECIFICATION ROWS; prints nanoseconds of a processor per event.

#include <fairmon/fairmon.hpp>

#include <cstdio>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

/// The same rows as `rows` in run.py.
std::vector<fairmon::EventBatch> make_batches(std::size_t rows, fairmon::SymbolTable& symbols) {
  std::vector<fairmon::EventBatch> batches;
  for (std::size_t row = 0; row < rows; ++row) {
    if (batches.empty() || batches.back().full()) {
      batches.emplace_back(3, 1024);
    }
    fairmon::EventBatch& batch = batches.back();
    const auto at = batch.add_row({static_cast<std::int64_t>(row) * 125'000'000});
    const std::string group = "group " + std::to_string(row * 7 % 8);
    batch.set(at, 0, symbols.intern(group));
    batch.set(at, 1, fairmon::cell_of(row * 31 % 10 < 4));
    batch.set(at, 2, fairmon::cell_of(static_cast<double>(row * 37 % 1000) / 1000.0));
  }
  return batches;
}

}  // namespace

int main(int argc, char** argv) {
  std::ifstream file(argc > 1 ? argv[1] : "");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto rows = static_cast<std::size_t>(std::stoull(argc > 2 ? argv[2] : "1000000"));
  const auto compiled = fairmon::compile(fairmon::SourceFile("bench", text));
  if (!compiled.spec) {
    std::fputs(render(compiled.diagnostics).c_str(), stderr);
    return 1;
  }
  fairmon::MonitorOptions options;
  options.observe_all = false;
  for (std::uint32_t i = 0; i < compiled.spec->streams().size(); ++i) {
    if (compiled.spec->streams()[i].kind == fairmon::StreamKind::Trigger) {
      options.observed.push_back(i);
    }
  }
  options.symbols = std::make_shared<fairmon::SymbolTable>();
  auto monitor = fairmon::Monitor::create(*compiled.spec, options);
  const auto batches = make_batches(rows, *options.symbols);
  fairmon::VerdictBatch verdicts;
  const std::clock_t begin = std::clock();
  for (const fairmon::EventBatch& batch : batches) {
    verdicts.clear();
    if (!monitor->accept(batch, verdicts)) {
      return 1;
    }
  }
  const double took = static_cast<double>(std::clock() - begin) * 1e9 / CLOCKS_PER_SEC;
  std::printf("%.2f\n", took / static_cast<double>(rows));
}
