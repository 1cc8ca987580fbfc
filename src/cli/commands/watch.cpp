#include <fairmon/findings.hpp>

#include <cstdlib>

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/report.hpp"
#include "cli/spec_file.hpp"
#include "ledger/crypto/libcrypto.hpp"
#include "support/printable.hpp"
#include "watch/push/tokens.hpp"
#include "watch/service/service.hpp"

namespace fairmon::cli::commands {

namespace {

std::vector<Positional> positionals() {
  return {{"CONFIG", "the configuration, a TOML file", false}};
}

std::vector<Flag> flags(const PluginRegistry&) {
  return {make_flag("check", "", "only say whether the configuration and what it names is right"),
          make_flag("new-token", "", "print a new token, and the line for the configuration")};
}

std::span<const Example> examples() {
  static constexpr Example kExamples[] = {
      {"fairmon watch fairmon.toml", "run the monitors that the file lists"},
      {"fairmon watch --check fairmon.toml", "look for mistakes first"},
      {"fairmon watch --new-token", "a token for those who push events"},
  };
  return kExamples;
}

Result<Spec> compile_for_watching(const std::string& file) {
  const auto source = load_specification(file);
  if (!source) {
    return source.error();
  }
  Compiled compiled = compile_with_findings(*source);
  if (!compiled.spec) {
    return Error(ErrorCode::Specification,
                 render(compiled.diagnostics, {DiagnosticFormat::Concise, false}));
  }
  return *std::move(compiled.spec);
}

/// The journal takes the severity from the front of a line.
void log_line(int severity, const std::string& text) {
  static const bool kJournal = std::getenv("JOURNAL_STREAM") != nullptr;
  const std::string_view word = severity <= 3 ? "error: " : (severity == 4 ? "warning: " : "");
  print_error((kJournal ? "<" + std::to_string(severity) + ">" : std::string()) +
              std::string(word) + support::printable(text) + "\n");
}

int print_token() {
  if (auto loaded = ledger::load_crypto(); !loaded) {
    return report(loaded.error());
  }
  const watch::NewToken made = watch::make_token();
  print("token, for the sender: " + made.token + "\n");
  print("for the configuration: tokens = [\"" + made.digest + "\"]\n");
  return static_cast<int>(ExitCode::Fine);
}

int run(const Arguments& arguments, const PluginRegistry& plugins) {
  if (arguments.has("new-token")) {
    return print_token();
  }
  if (!arguments.has("CONFIG")) {
    return report(Error(ErrorCode::Usage, "name the configuration: fairmon watch CONFIG"));
  }
  const watch::ServiceTools tools{&plugins, compile_for_watching, log_line};
  const std::string file = arguments.text("CONFIG");
  if (arguments.has("check")) {
    const auto checked = watch::check_config(file, tools);
    if (!checked) {
      return report(checked.error());
    }
    print("fine: " + std::to_string(checked->config.monitors.size()) + " monitor" +
          (checked->config.monitors.size() == 1 ? "" : "s") + "\n");
    return static_cast<int>(ExitCode::Fine);
  }
  watch::Service service(file, tools);
  const auto served = service.run();
  return served ? static_cast<int>(ExitCode::Fine) : report(served.error());
}

}  // namespace

extern const Command watch;
const Command watch = {
    "watch",
    "",
    "run monitors as a service: events come over HTTP or from files",
    "Runs the monitors that a configuration lists until it is stopped, and goes on where it was\n"
    "when it is started again. Events are pushed to POST /v1/monitors/NAME/events; an answer of\n"
    "200 means that they are on the disk. SIGHUP loads the configuration again.",
    positionals,
    flags,
    examples,
    run};

}  // namespace fairmon::cli::commands
