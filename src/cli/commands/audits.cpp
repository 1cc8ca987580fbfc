#include "report/audits/audits.hpp"

#include <algorithm>

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/report.hpp"
#include "support/nearest.hpp"

namespace fairmon::cli::commands {

namespace {

using fairmon::report::Audit;

std::vector<Positional> positionals() {
  return {{"NAME", "one of them: what it asks, which inputs it needs, an example", false}};
}

std::vector<Flag> flags(const PluginRegistry&) {
  return {make_flag("specification", "", "print its specification, to read or to change"),
          make_flag("text", "", "print the words of its report")};
}

std::span<const Example> examples() {
  static constexpr Example kExamples[] = {
      {"fairmon audits", "all of them"},
      {"fairmon audits us_four_fifths", "about one"},
      {"fairmon audits us_four_fifths --specification > ours.lola",
       "a start for one of your own; its words go to ours.md"},
      {"fairmon report us_four_fifths applications.csv --map selected=hired", "the report"},
  };
  return kExamples;
}

Error unknown(const std::string& name) {
  std::vector<std::string> names;
  for (const Audit& audit : fairmon::report::audits()) {
    names.push_back(audit.name);
  }
  std::string message = "there is no audit `" + name + "`";
  if (const auto near = support::nearest(name, names)) {
    message += "; did you mean `" + *near + "`?";
  } else {
    message += "; `fairmon audits` lists them";
  }
  return {ErrorCode::Usage, std::move(message)};
}

int list_all() {
  std::size_t width = 0;
  for (const Audit& audit : fairmon::report::audits()) {
    width = std::max(width, audit.name.size());
  }
  for (const Audit& audit : fairmon::report::audits()) {
    print(audit.name + std::string(width - audit.name.size() + 2, ' ') + audit.title + "\n");
  }
  print("\nfairmon report NAME DATA makes the report. None of it is legal advice.\n");
  return static_cast<int>(ExitCode::Fine);
}

int run(const Arguments& arguments, const PluginRegistry&) {
  if (!arguments.has("NAME")) {
    if (arguments.has("specification") || arguments.has("text")) {
      return cli::report(Error(ErrorCode::Usage, "name the audit whose text is to be printed"));
    }
    return list_all();
  }
  const Audit* audit = fairmon::report::find_audit(arguments.text("NAME"));
  if (audit == nullptr) {
    return cli::report(unknown(arguments.text("NAME")));
  }
  print(std::string(arguments.has("specification") ? audit->specification
                    : arguments.has("text")        ? audit->text
                                                   : audit->page));
  return static_cast<int>(ExitCode::Fine);
}

}  // namespace

extern const Command audits;
const Command audits = {"audits",
                        "",
                        "templates of reports for rules that many have to follow",
                        "Lists the templates that come with the program: specifications and words "
                        "for rules such as the\nfour-fifths rule. `fairmon report NAME DATA` makes "
                        "a report; wherever a specification is asked\nfor, the name does. None of "
                        "it is legal advice.\n",
                        positionals,
                        flags,
                        examples,
                        run};

}  // namespace fairmon::cli::commands
