// suite_runner: runs Markdown suites. See README.md in this folder.
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "runner/check_case.hpp"
#include "runner/suite.hpp"

namespace {

namespace fs = std::filesystem;
using namespace fairmon::runner;  // NOLINT(google-build-using-namespace): one file, one purpose

struct Settings {
  std::vector<std::string> paths;
  std::vector<std::string> filters;
  std::string engine = "both";
  bool update = false;
  bool verbose = false;
};

struct Totals {
  std::size_t passed = 0;
  std::size_t failed = 0;
  std::size_t skipped = 0;
};

/// Files named directly, and all Markdown files below named folders, in order. Folders that are not
/// there are passed over, so that the standard list can be given from the first day.
std::vector<std::string> find_files(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const fs::path path : paths) {
    if (fs::is_directory(path)) {
      for (const auto& entry : fs::recursive_directory_iterator(path)) {
        if (entry.is_regular_file() && entry.path().extension() == ".md") {
          files.push_back(entry.path().generic_string());
        }
      }
    } else if (fs::exists(path)) {
      files.push_back(path.generic_string());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string read_file(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<Configuration> chosen_matrix(const std::string& engine) {
  std::vector<Configuration> matrix = all_configurations();
  std::erase_if(matrix, [&](const Configuration& configuration) {
    const bool fast = configuration.engine == fairmon::EngineKind::Fast;
    return (engine == "reference" && fast) || (engine == "fast" && !fast);
  });
  return matrix;
}

bool chosen(const std::vector<std::string>& filters, const std::string& name) {
  return std::all_of(filters.begin(), filters.end(), [&](const std::string& filter) {
    return name.find(filter) != std::string::npos;
  });
}

void report(const std::string& title, const Outcome& outcome, bool verbose, Totals& totals) {
  switch (outcome.kind) {
    case Outcome::Kind::Passed:
      ++totals.passed;
      if (verbose) {
        std::printf("%s: passed\n", title.c_str());
      }
      break;
    case Outcome::Kind::Failed:
      ++totals.failed;
      std::printf("%s: failed\n%s", title.c_str(), outcome.report.c_str());
      break;
    case Outcome::Kind::Skipped:
      ++totals.skipped;
      std::printf("%s: skipped: %s\n", title.c_str(), outcome.report.c_str());
      break;
  }
}

void run_suite(const std::string& path, const Settings& settings,
               const std::vector<Configuration>& matrix, Totals& totals) {
  const Suite suite = parse_suite(path, read_file(path));
  std::vector<Replacement> updates;
  for (const Case& item : suite.cases) {
    const std::string title = path + ":" + std::to_string(item.line) + ": " + item.name;
    if (!chosen(settings.filters, title)) {
      continue;
    }
    Outcome outcome = check_case(item, matrix);
    report(title, outcome, settings.verbose, totals);
    std::move(outcome.updates.begin(), outcome.updates.end(), std::back_inserter(updates));
  }
  if (settings.update && !updates.empty()) {
    std::ofstream(path, std::ios::binary) << replace_blocks(suite, updates);
    std::printf("%s: %zu blocks rewritten\n", path.c_str(), updates.size());
  }
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Runs Markdown suites against both engines");
  Settings settings;
  app.add_option("paths", settings.paths, "suites, or folders of suites")->required();
  app.add_option("-f,--filter", settings.filters, "only cases whose place or name contains this");
  app.add_option("--engine", settings.engine, "both, reference or fast")
      ->check(CLI::IsMember({"both", "reference", "fast"}));
  app.add_flag("--update", settings.update, "write what comes out into the blocks");
  app.add_flag("-v,--verbose", settings.verbose, "name passing cases too");
  CLI11_PARSE(app, argc, argv);

  Totals totals;
  const std::vector<Configuration> matrix = chosen_matrix(settings.engine);
  for (const std::string& path : find_files(settings.paths)) {
    run_suite(path, settings, matrix, totals);
  }
  std::printf("%zu cases passed, %zu failed, %zu skipped\n", totals.passed, totals.failed,
              totals.skipped);
  return totals.failed == 0 ? 0 : 1;
}
