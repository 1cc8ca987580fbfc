#include <chrono>

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/report.hpp"
#include "ledger/crypto/libcrypto.hpp"
#include "server/access/role.hpp"
#include "support/civil_time.hpp"
#include "watch/push/tokens.hpp"

namespace fairmon::cli::commands {

namespace {

std::vector<Positional> positionals() { return {{"NAME", "whom the token is for", true}}; }

std::vector<Flag> flags(const PluginRegistry&) {
  Flag role = make_flag("role", "ROLE", "what it lets them do", "viewer");
  role.choices = {"viewer", "editor", "pusher"};
  return {role,
          make_flag("valid", "SPAN", "how long it is valid, such as 90d; otherwise for ever")};
}

std::span<const Example> examples() {
  static constexpr Example kExamples[] = {
      {"fairmon token ada --role editor --valid 90d", "a token for a colleague"},
      {"fairmon token loans --role pusher", "one for a program that pushes events"},
  };
  return kExamples;
}

/// ` until 2027-01-31T12:00:00Z`, or nothing; whole seconds are fine enough.
Result<std::string> end_of(const Arguments& arguments) {
  if (!arguments.has("valid")) {
    return std::string();
  }
  const auto span = support::parse_duration(arguments.text("valid"));
  const std::int64_t now = std::chrono::duration_cast<std::chrono::seconds>(
                               std::chrono::system_clock::now().time_since_epoch())
                               .count() *
                           1'000'000'000;
  std::int64_t end = 0;
  if (!span || *span < 1'000'000'000 || __builtin_add_overflow(now, *span, &end)) {
    return Error(ErrorCode::Usage, "--valid is `" + arguments.text("valid") +
                                       "`; expected a span of time such as 90d");
  }
  std::string text = " until ";
  support::append_rfc3339(text, end - end % 1'000'000'000);
  return text;
}

int run(const Arguments& arguments, const PluginRegistry&) {
  const std::string name = arguments.text("NAME");
  const auto until = end_of(arguments);
  if (!until) {
    return report(until.error());
  }
  if (!server::is_user_name(name)) {
    return report(Error(ErrorCode::Usage, "`" + name +
                                              "` is no name for a user; use up to 64 letters, "
                                              "digits and - _ . @ +"));
  }
  if (auto loaded = ledger::load_crypto(); !loaded) {
    return report(loaded.error());
  }
  const watch::NewToken made = watch::make_token();
  print("token, shown this once: " + made.token + "\n");
  print("for the configuration:\n\n");
  const bool bare = name.find_first_of(".@+") == std::string::npos;
  print("[access.user." + (bare ? name : "\"" + name + "\"") + "]\n");
  print("role = \"" + arguments.text("role") + "\"\n");
  print("tokens = [\"" + made.digest + *until + "\"]\n");
  return static_cast<int>(ExitCode::Fine);
}

}  // namespace

extern const Command token;
const Command token = {
    "token",
    "",
    "make a token for somebody who uses `serve` or `watch`",
    "Prints a new token once, and what the configuration holds of it: its digest, from which "
    "nobody\n"
    "gets the token back. A user may have two, so that a new one can take the old one's place.",
    positionals,
    flags,
    examples,
    run};

}  // namespace fairmon::cli::commands
