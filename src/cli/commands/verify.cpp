#include "ledger/verify/verify.hpp"

#include <algorithm>
#include <charconv>
#include <functional>

#include "cli/arguments.hpp"
#include "cli/bundle/archive.hpp"
#include "cli/bundle/bundle.hpp"
#include "cli/command.hpp"
#include "cli/ledger/replay.hpp"
#include "cli/report.hpp"
#include "ledger/crypto/ed25519.hpp"
#include "support/printable.hpp"

namespace fairmon::cli::commands {

namespace {

std::vector<Positional> positionals() {
  return {{"FILE", "the ledger, its first piece, or a bundle"}};
}

std::vector<Flag> flags(const PluginRegistry&) {
  Flag replay = make_flag("replay", "DATA",
                          "judge these data again by the specification in the ledger, and compare "
                          "every verdict");
  replay.repeatable = true;
  Flag key = make_flag("key", "FILE", "heads have to be signed with this public key (PEM)");
  Flag head =
      make_flag("head", "SEQ:SHA256", "a head that was kept elsewhere has to be in the ledger");
  head.repeatable = true;
  Flag closed = make_flag("closed", "", "an open ledger is wrong, too: the run has to be over");
  return {replay, key, head, closed};
}

std::span<const Example> examples() {
  static constexpr Example kExamples[] = {
      {"fairmon verify run.ledger", "nobody has changed, added or taken out a line"},
      {"fairmon verify run.ledger --replay decisions.csv", "and what it says is true of the data"},
      {"fairmon verify run.ledger --key public.pem --closed", "signed by us, and complete"},
  };
  return kExamples;
}

Result<ledger::Head> parse_head(const std::string& text) {
  ledger::Head head;
  const std::size_t colon = text.find(':');
  const char* last = text.data() + std::min(colon, text.size());
  const auto [end, code] = std::from_chars(text.data(), last, head.seq);
  constexpr std::size_t kDigits = 64;
  if (colon == std::string::npos || code != std::errc{} || end != last ||
      text.size() != colon + 1 + kDigits) {
    return Error(ErrorCode::Usage, "--head is `" + text +
                                       "`; expected the number of a line and its SHA-256, as in "
                                       "1203:9f86d0…");
  }
  head.sha256 = text.substr(colon + 1);
  return head;
}

Result<ledger::VerifyOptions> options_of(const Arguments& arguments) {
  ledger::VerifyOptions options;
  if (arguments.has("key")) {
    auto key = ledger::read_public_key(arguments.text("key"));
    if (!key) {
      return std::move(key).error();
    }
    options.public_key = std::move(*key);
  }
  for (const std::string& text : arguments.all("head")) {
    auto head = parse_head(text);
    if (!head) {
      return std::move(head).error();
    }
    options.heads.push_back(std::move(*head));
  }
  return options;
}

std::string counted(std::uint64_t count, const std::string& thing) {
  return std::to_string(count) + " " + thing + (count == 1 ? "" : "s");
}

std::string trust(const ledger::Verification& found) {
  if (found.num_signatures == 0) {
    return "unsigned: whoever can write the file can write all of it anew; a head that is kept "
           "elsewhere tells";
  }
  std::string text = counted(found.num_signatures, "signature") + " up to line " +
                     std::to_string(found.last_signed) + ", made with the key " + found.keys.back();
  if (found.head.seq > found.last_signed) {
    text += "; " + counted(found.head.seq - found.last_signed, "line") + " behind it unsigned";
  }
  return text;
}

std::string describe(const std::string& file, const ledger::Verification& found) {
  std::string text = file + ": untouched\n  " + counted(found.num_lines, "line") + " in " +
                     counted(found.files.size(), "file") + ", " +
                     counted(found.num_verdicts, "verdict") + "\n";
  if (found.first_seq > 0) {
    text += "  begins with line " + std::to_string(found.first_seq) +
            ": the pieces before are not looked at\n";
  }
  text += !found.closed       ? "  open: the run goes on, or was killed; a cut end cannot be seen, "
                                "and nothing covers the last line\n"
          : found.interrupted ? "  closed, but the run was interrupted or failed\n"
                              : "  closed: the run came to its end\n";
  if (found.num_resumed > 0) {
    text += "  the run went on after a stop " + counted(found.num_resumed, "time") + "\n";
  }
  text += "  " + trust(found) + "\n";
  return text + "  head " + std::to_string(found.head.seq) + ":" + found.head.sha256 + "\n";
}

std::string describe(const Replayed& replayed) {
  std::string text = "  replayed: " + counted(replayed.num_verdicts, "verdict") + " on " +
                     counted(replayed.num_events, "event") + " and " +
                     counted(replayed.num_digests, "digest") +
                     " of the data are as the ledger says\n";
  if (replayed.other_program) {
    text += "  (the ledger was written by another version of fairmon)\n";
  }
  return text;
}

int wrong(const std::string& text) {
  print_error("wrong: " + support::printable(text) + "\n");
  return static_cast<int>(ExitCode::Data);
}

/// What is looked at: a ledger, or what a bundle holds.
struct Subject {
  std::string file;
  std::vector<std::string> data;
  std::function<std::string(std::string)> shown;  ///< names as the user knows them
};

int verify_subject(const Subject& subject, const Arguments& arguments,
                   const PluginRegistry& plugins) {
  auto options = options_of(arguments);
  if (!options) {
    return report(options.error());
  }
  Recorded recorded;
  options->visit = [&](const ledger::LedgerLine& line) {
    recorded.take(line);
    return std::optional<std::string>();
  };
  const auto found = ledger::verify_ledger(subject.file, *options);
  if (!found) {
    return report(found.error());
  }
  if (found->wrong) {
    const std::string line =
        found->wrong->number == 0 ? "" : ":" + std::to_string(found->wrong->number);
    return wrong(subject.shown(found->wrong->file + line + ": " + found->wrong->reason));
  }
  if (arguments.has("closed") && !found->closed) {
    return wrong(subject.shown(subject.file + ": the ledger is open: its end is not there"));
  }
  std::string text = describe(subject.file, *found);
  if (!subject.data.empty()) {
    const auto replayed = replay(*found, recorded, subject.data, plugins);
    if (!replayed) {
      return report(replayed.error());
    }
    if (replayed->wrong) {
      return wrong(subject.shown(*replayed->wrong));
    }
    text += describe(*replayed);
  }
  print(support::printable(subject.shown(text)));
  return static_cast<int>(ExitCode::Fine);
}

int run(const Arguments& arguments, const PluginRegistry& plugins) {
  const std::string file = arguments.text("FILE");
  Subject subject{file, arguments.all("replay"), [](std::string text) { return text; }};
  if (!is_archive(file)) {
    return verify_subject(subject, arguments, plugins);
  }
  const auto bundle = UnpackedBundle::open(file);
  if (!bundle) {
    return wrong(bundle.error().message);
  }
  subject.file = bundle->ledger();
  subject.shown = [&](std::string text) { return bundle->shown(std::move(text), file); };
  for (std::string& data : subject.data) {
    data = bundle->resolve(data);
  }
  print(support::printable(file + ": " + counted(bundle->names().size(), "file") +
                           ", all as they were packed\n"));
  return verify_subject(subject, arguments, plugins);
}

}  // namespace

extern const Command verify;
const Command verify = {"verify",
                        "",
                        "prove that a ledger is untouched, and that it is true",
                        "Reads a ledger written by -o ledger=FILE and names the first line that is "
                        "not as it was written.\nExit code 2 if there is one.\n",
                        positionals,
                        flags,
                        examples,
                        run};

}  // namespace fairmon::cli::commands
