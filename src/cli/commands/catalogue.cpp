#include <fairmon/catalogue.hpp>

#include <array>
#include <utility>

#include "cli/arguments.hpp"
#include "cli/catalogue_text.hpp"
#include "cli/command.hpp"
#include "cli/report.hpp"
#include "support/nearest.hpp"

namespace fairmon::cli::commands {

namespace {

std::vector<Positional> positionals() {
  return {{"NAME", "one thing to look up; otherwise everything is listed", false}};
}

std::vector<Flag> flags(const PluginRegistry&) {
  Flag json;
  json.name = "json";
  json.summary = "everything as JSON, for editors";
  Flag kind;
  kind.name = "kind";
  kind.placeholder = "KIND";
  kind.summary = "only things of this kind";
  kind.choices = kind_names();
  return {json, kind};
}

std::span<const Example> examples() {
  static constexpr Example kExamples[] = {
      {"fairmon catalogue --kind aggregate", "what `using:` accepts"},
      {"fairmon catalogue variance", "all about one entry"},
  };
  return kExamples;
}

int run(const Arguments& arguments, const PluginRegistry&) {
  if (arguments.has("json")) {
    print(catalogue_json() + "\n");
    return static_cast<int>(ExitCode::Fine);
  }
  const auto entries = fairmon::catalogue();
  if (arguments.has("NAME")) {
    return print_entry(entries, arguments.text("NAME"));
  }
  std::string last;
  for (const CatalogueEntry& entry : entries) {
    const std::string kind(kind_name(entry.kind));
    if (arguments.has("kind") && arguments.text("kind") != kind) {
      continue;
    }
    if (kind != last) {
      print((last.empty() ? "" : "\n") + kind + "\n");
      last = kind;
    }
    print("  " + entry.name +
          std::string(entry.name.size() < 26 ? 26 - entry.name.size() : 1, ' ') + " " +
          entry.summary + "\n");
  }
  return static_cast<int>(ExitCode::Fine);
}

}  // namespace

extern const Command catalogue;
const Command catalogue = {"catalogue", "",          "what the language offers, with documentation",
                           "",          positionals, flags,
                           examples,    run};

}  // namespace fairmon::cli::commands
