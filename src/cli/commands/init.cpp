#include <array>
#include <filesystem>
#include <fstream>

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/init/start.hpp"
#include "cli/monitor/own_files.hpp"
#include "cli/report.hpp"

namespace fairmon::cli::commands {

namespace {

namespace fs = std::filesystem;

std::vector<Positional> positionals() { return {{"DATA", "a CSV file with one decision per row"}}; }

std::vector<Flag> flags(const PluginRegistry& /*plugins*/) {
  std::vector<Flag> all = {
      make_flag("group", "COLUMN", "what makes a group; given twice, both together"),
      make_flag("decision", "COLUMN", "the decision or prediction"),
      make_flag("outcome", "COLUMN", "what turned out to be true"),
      make_flag("output", "FILE", "where to write; otherwise the name of the data with .lola"),
      make_flag("force", "", "write over a file that is there"),
  };
  all.front().repeatable = true;
  all[3].letter = 'o';
  return all;
}

std::span<const Example> examples() {
  static constexpr std::array<Example, 3> kExamples = {
      Example{"fairmon init decisions.csv", "writes decisions.lola and says how to run it"},
      Example{"fairmon init decisions.csv --group race --group sex",
              "compares every combination of the two"},
      Example{"fairmon init decisions.csv -o -", "only shows the specification"}};
  return kExamples;
}

fs::path output_file(const Arguments& arguments, const std::string& data) {
  if (arguments.has("output")) {
    return arguments.text("output");
  }
  fs::path name = fs::path(data).filename();
  while (name.has_extension()) {  // decisions.csv.gz
    name = name.stem();
  }
  return name += ".lola";
}

Result<void> write(const fs::path& file, const std::string& data, const std::string& text,
                   bool force) {
  if (auto own = check_own_files({{data, "the data file"}, {file.string(), "the output", true}});
      !own) {
    return own;
  }
  if (fs::exists(file) && !force) {
    return Error(ErrorCode::Usage, "`" + file.string() +
                                       "` is there already; name another file with -o, or write "
                                       "over it with --force");
  }
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  return out ? Result<void>() : Error(ErrorCode::Output, "cannot write `" + file.string() + "`");
}

int run(const Arguments& arguments, const PluginRegistry& /*plugins*/) {
  const std::string data = arguments.text("DATA");
  const auto sample = study_file(data);
  if (!sample) {
    return report(sample.error());
  }
  const auto roles = assign_roles(
      *sample, {arguments.all("group"), arguments.text("decision"), arguments.text("outcome")});
  if (!roles) {
    return report(Error(roles.error()).with_context("reading `" + data + "`"));
  }
  const std::string text = first_specification(*sample, *roles, fs::path(data).filename().string());
  const fs::path file = output_file(arguments, data);
  if (file == "-") {
    print(text);
    return 0;
  }
  if (const auto written = write(file, data, text, arguments.has("force")); !written) {
    return report(written.error());
  }
  print(what_next(*sample, *roles, file.string(), data));
  return 0;
}

}  // namespace

extern const Command init;
const Command init = {
    "init",
    "",
    "write a first specification for a CSV file",
    "Looks at the first rows of the file, guesses which column is the group, the decision and the\n"
    "outcome, writes a specification that compares the groups, and prints the commands that run\n"
    "it. The guess is a start: read the file it wrote, and name columns with the flags where it\n"
    "guessed wrong.",
    positionals,
    flags,
    examples,
    run};

}  // namespace fairmon::cli::commands
