// fix_judge: whether fixes hold what they promise.
//   fix_judge suites PATH...    every fix offered for a case is applied: the result must compile
//   fix_judge typos             texts on standard input, each ended by a zero byte, with one slip
//                               each: how many get one message, how many are cured by one fix
//   fix_judge run               likewise: what compiles must run alike on both engines
#include <CLI/CLI.hpp>
#include <fairmon/spec.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>

#include "runner/run_both.hpp"
#include "runner/suite.hpp"

namespace {

namespace fs = std::filesystem;
using fairmon::Diagnostic;
using fairmon::Fix;
using fairmon::Severity;

fairmon::Compiled compiled(const std::string& text) {
  return fairmon::compile(fairmon::SourceFile("spec.lola", text));
}

/// Whether the text compiles once the edits are made.
bool cures(const std::string& text, const Fix& fix) {
  const auto fixed = fairmon::apply_edits(text, fix.edits);
  return fixed && !compiled(*fixed).diagnostics.has_errors();
}

struct Judgement {
  unsigned num_fixes = 0;
  unsigned num_wrong = 0;
};

void judge_text(const std::string& place, const std::string& text, Judgement& total) {
  const fairmon::Compiled first = compiled(text);
  const auto errors = first.diagnostics.count(Severity::Error);
  for (const Diagnostic& item : first.diagnostics.all()) {
    const bool error = item.severity == Severity::Error;
    const auto num_safe = std::count_if(item.fixes.begin(), item.fixes.end(),
                                        [](const Fix& fix) { return fix.safe; });
    const auto complain = [&](const std::string& why) {
      ++total.num_wrong;
      std::printf("%s: %s: %s\n", place.c_str(), item.id.c_str(), why.c_str());
    };
    if (num_safe > 0 && item.fixes.size() > 1) {
      complain("automatic although there are two readings");
    }
    for (const Fix& fix : item.fixes) {
      ++total.num_fixes;
      const auto fixed = fairmon::apply_edits(text, fix.edits);
      if (!fixed) {
        complain("cannot be applied: " + fix.title);
        continue;
      }
      const auto left = compiled(*fixed).diagnostics.count(Severity::Error);
      if (error ? left >= errors : left > errors) {
        complain("does not help: " + fix.title);
      } else if (errors == 1 && left > 0) {
        complain("does not compile: " + fix.title);
      }
    }
  }
}

std::string read(const fs::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

int judge_suites(const std::vector<std::string>& paths) {
  Judgement total;
  for (const std::string& path : paths) {
    for (const auto& entry : fs::recursive_directory_iterator(path)) {
      if (entry.path().extension() != ".md") {
        continue;
      }
      const auto suite = fairmon::runner::parse_suite(entry.path().string(), read(entry.path()));
      for (const auto& item : suite.cases) {
        const auto* specification = item.find("rtlola");
        if (specification != nullptr) {
          judge_text(suite.path + ":" + std::to_string(item.line), specification->text, total);
        }
      }
    }
  }
  std::printf("%u fixes tried, %u wrong\n", total.num_fixes, total.num_wrong);
  return total.num_wrong == 0 && total.num_fixes > 0 ? 0 : 1;
}

/// The texts on standard input.
std::vector<std::string> given_texts() {
  const std::string all((std::istreambuf_iterator<char>(std::cin)), {});
  std::vector<std::string> texts;
  for (std::size_t begin = 0; begin < all.size();) {
    const std::size_t end = std::min(all.find('\0', begin), all.size());
    texts.push_back(all.substr(begin, end - begin));
    begin = end + 1;
  }
  return texts;
}

int judge_runs() {
  unsigned num_wrong = 0;
  const std::vector<std::string> texts = given_texts();
  for (const std::string& text : texts) {
    if (const auto problem = fairmon::runner::run_both(text)) {
      ++num_wrong;
      std::printf("%s\n%s\n\n", text.c_str(), problem->c_str());
    }
  }
  std::printf("%zu texts, %u of them go wrong\n", texts.size(), num_wrong);
  return num_wrong == 0 && !texts.empty() ? 0 : 1;
}

int judge_typos(double one_error, double cured, bool verbose) {
  unsigned num_texts = 0;
  unsigned num_single = 0;
  unsigned num_cured = 0;
  for (const std::string& text : given_texts()) {
    const fairmon::Compiled first = compiled(text);
    const auto errors = first.diagnostics.count(Severity::Error);
    if (errors == 0) {
      continue;  // means something else, but is no mistake of the language
    }
    ++num_texts;
    num_single += errors == 1 ? 1 : 0;
    bool helped = false;
    for (const Diagnostic& item : first.diagnostics.all()) {
      helped |= std::any_of(item.fixes.begin(), item.fixes.end(),
                            [&](const Fix& fix) { return cures(text, fix); });
    }
    num_cured += helped ? 1 : 0;
    if (verbose && (errors != 1 || !helped)) {
      std::printf("%s\n%s\n", text.c_str(), fairmon::render(first.diagnostics).c_str());
    }
  }
  const auto share = [&](unsigned part) { return num_texts == 0 ? 0.0 : 100.0 * part / num_texts; };
  std::printf("%u slips: %.1f %% get exactly one error, %.1f %% are cured by one fix\n", num_texts,
              share(num_single), share(num_cured));
  return num_texts > 0 && share(num_single) >= one_error && share(num_cured) >= cured ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Judges the fixes that messages offer");
  app.require_subcommand(1);
  std::vector<std::string> paths;
  double one_error = 0;
  double cured = 0;
  bool verbose = false;
  CLI::App* suites = app.add_subcommand("suites", "every fix of these suites must compile");
  suites->add_option("paths", paths)->required();
  CLI::App* typos = app.add_subcommand("typos", "texts with one slip each, from standard input");
  typos->add_option("--one-error", one_error, "least share with exactly one error, in per cent");
  typos->add_option("--cured", cured, "least share that one fix cures, in per cent");
  typos->add_flag("-v,--verbose", verbose, "show those that are not");
  CLI::App* runs = app.add_subcommand("run", "what compiles must run alike on both engines");
  CLI11_PARSE(app, argc, argv);
  if (runs->parsed()) {
    return judge_runs();
  }
  return suites->parsed() ? judge_suites(paths) : judge_typos(one_error, cured, verbose);
}
