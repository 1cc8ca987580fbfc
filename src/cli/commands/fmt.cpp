#include <fairmon/tooling.hpp>

#include <algorithm>
#include <cstring>

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/report.hpp"
#include "cli/spec_file.hpp"
#include "support/durable_file.hpp"

namespace fairmon::cli::commands {

namespace {

std::vector<Positional> positionals() {
  return {{"SPEC", "specifications to format, or `-` for standard input", true, true}};
}

std::vector<Flag> flags(const PluginRegistry&) {
  Flag check;
  check.name = "check";
  check.summary = "change nothing; exit with code 1 if a file is not in house style";
  Flag out;
  out.name = "stdout";
  out.summary = "print the result instead of writing the file";
  return {check, out};
}

std::span<const Example> examples() {
  static constexpr Example kExamples[] = {
      {"fairmon fmt hiring.lola", "rewrite the file in house style; comments stay"},
      {"fairmon fmt --check specs/*.lola", "for CI"},
  };
  return kExamples;
}

int format_one(const std::string& file, const Arguments& arguments) {
  const auto source = load_specification(file);
  if (!source) {
    return report(source.error());
  }
  const auto formatted = format_specification(*source);
  if (!formatted) {
    // The messages say where the text cannot be read.
    print_error(render(compile(*source).diagnostics, {DiagnosticFormat::Snippet, colour_wanted()}));
    return static_cast<int>(ExitCode::Usage);
  }
  if (file == "-" || arguments.has("stdout")) {
    print(*formatted);
    return static_cast<int>(ExitCode::Fine);
  }
  if (*formatted == source->text()) {
    return static_cast<int>(ExitCode::Fine);
  }
  if (arguments.has("check")) {
    print_error(file + ": not in house style; `fairmon fmt " + file + "` rewrites it\n");
    return static_cast<int>(ExitCode::Usage);
  }
  if (const int reason = support::replace_file(file, *formatted); reason != 0) {
    return report(Error(ErrorCode::Output, "cannot write `" + file + "`, which stays as it was: " +
                                               std::strerror(reason)));
  }
  return static_cast<int>(ExitCode::Fine);
}

int run(const Arguments& arguments, const PluginRegistry&) {
  int worst = 0;
  for (const std::string& file : arguments.all("SPEC")) {
    worst = std::max(worst, format_one(file, arguments));
  }
  return worst;
}

}  // namespace

extern const Command fmt;
const Command fmt = {"fmt",    "", "bring specifications into house style", "", positionals, flags,
                     examples, run};

}  // namespace fairmon::cli::commands
