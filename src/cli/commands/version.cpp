#include <fairmon/version.hpp>

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/report.hpp"

namespace fairmon::cli::commands {

namespace {

int run(const Arguments&, const PluginRegistry&) {
  print("fairmon " + std::string(fairmon::version()) + " (" + std::string(fairmon::build_facts()) +
        ")\n");
  return static_cast<int>(ExitCode::Fine);
}

}  // namespace

extern const Command version;
const Command version = {"version",
                         "",
                         "print the version and how it was built",
                         "",
                         [] { return std::vector<Positional>(); },
                         [](const PluginRegistry&) { return std::vector<Flag>(); },
                         [] { return std::span<const Example>(); },
                         run};

}  // namespace fairmon::cli::commands
