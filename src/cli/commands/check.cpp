#include <fairmon/diagnostic.hpp>

#include <algorithm>
#include <fstream>
#include <optional>

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/report.hpp"
#include "cli/spec_file.hpp"

namespace fairmon::cli::commands {

namespace {

std::vector<Positional> positionals() {
  return {{"SPEC", "specifications to check, or `-` for standard input", true, true}};
}

std::vector<Flag> flags(const PluginRegistry&) {
  Flag fix;
  fix.name = "fix";
  fix.summary = "apply the fixes that keep the meaning, in place";
  Flag format;
  format.name = "format";
  format.placeholder = "FORMAT";
  format.summary = "how to print messages";
  format.choices = {"snippet", "concise", "json"};
  format.default_value = "snippet";
  Flag warnings;
  warnings.name = "deny-warnings";
  warnings.summary = "warnings count as errors";
  Flag verbose;
  verbose.name = "verbose";
  verbose.letter = 'v';
  verbose.summary = "also say what a specification without mistakes holds";
  return {fix, format, warnings, verbose, level_flag()};
}

std::span<const Example> examples() {
  static constexpr Example kExamples[] = {
      {"fairmon check hiring.lola", "messages with place, cause and fix; exit code 1 on errors"},
      {"fairmon check --fix hiring.lola", "apply the safe fixes and show what is left"},
      {"fairmon check --format concise specs/*.lola", "one line per message, for CI"},
  };
  return kExamples;
}

/// Applies safe fixes, one after the other since each moves what follows it; returns how many.
Result<int> apply_safe_fixes(const std::string& file) {
  constexpr int kMostFixes = 1000;
  for (int count = 0; count < kMostFixes; ++count) {
    const auto source = load_specification(file);
    if (!source) {
      return source.error();
    }
    std::optional<std::string> fixed;
    const Compiled compiled = compile(*source);
    for (const Diagnostic& diagnostic : compiled.diagnostics.all()) {
      for (const Fix& fix : diagnostic.fixes) {
        if (fix.safe && !fixed) {
          fixed = apply_edits(source->text(), fix.edits);
        }
      }
    }
    if (!fixed || *fixed == source->text()) {
      return count;
    }
    std::ofstream(file, std::ios::binary | std::ios::trunc) << *fixed;
  }
  return kMostFixes;
}

std::string describe(const std::string& file, const Spec& spec) {
  std::size_t counts[3] = {0, 0, 0};
  for (const StreamInfo& stream : spec.streams()) {
    ++counts[static_cast<std::size_t>(stream.kind)];
  }
  const auto some = [](std::size_t count, const std::string& word) {
    return std::to_string(count) + " " + word + (count == 1 ? "" : "s");
  };
  return file + ": fine, with " + some(counts[0], "input") + ", " + some(counts[1], "output") +
         " and " + some(counts[2], "trigger") + "\n";
}

/// Exit code for one file.
int check_one(const std::string& file, const Arguments& arguments) {
  if (arguments.has("fix")) {
    const auto count = apply_safe_fixes(file);
    if (!count) {
      return report(count.error());
    }
    if (*count > 0) {
      print_error(file + ": " + std::to_string(*count) + (*count == 1 ? " fix" : " fixes") +
                  " applied\n");
    }
  }
  const auto source = load_specification(file);
  if (!source) {
    return report(source.error());
  }
  const auto level = level_of(arguments);
  if (!level) {
    return report(level.error());
  }
  CompileOptions options;
  options.level = *level;
  const Compiled compiled = compile(*source, options);
  const std::string format = arguments.text("format");
  if (!compiled.diagnostics.all().empty() || format == "json") {
    const std::string text =
        render(compiled.diagnostics, {diagnostic_format(format), colour_wanted()});
    format == "json" ? print(text) : print_error(text);
  }
  const bool denied =
      arguments.has("deny-warnings") && compiled.diagnostics.count(Severity::Warning) > 0;
  if (!compiled.spec || denied) {
    return static_cast<int>(ExitCode::Usage);
  }
  if (arguments.has("verbose") && format != "json") {
    print(describe(file, *compiled.spec));
  }
  return static_cast<int>(ExitCode::Fine);
}

int run(const Arguments& arguments, const PluginRegistry&) {
  int worst = 0;
  for (const std::string& file : arguments.all("SPEC")) {
    worst = std::max(worst, check_one(file, arguments));
  }
  return worst;
}

}  // namespace

extern const Command check;
const Command check = {"check",  "",          "find mistakes in specifications, with fixes",
                       "",       positionals, flags,
                       examples, run};

}  // namespace fairmon::cli::commands
