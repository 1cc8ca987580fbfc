#include <fairmon/plugin.hpp>

#include <algorithm>
#include <utility>

#include "ledger/crypto/libcrypto.hpp"
#include "plugins/outputs/ledger/ledger_sink.hpp"
#include "plugins/writing/output_options.hpp"

namespace fairmon::plugins {

namespace ledger_output {

namespace {

OptionInfo option(std::string name, OptionKind kind, std::string placeholder, std::string summary,
                  std::string default_value = {}) {
  OptionInfo info;
  info.name = std::move(name);
  info.kind = kind;
  info.placeholder = std::move(placeholder);
  info.summary = std::move(summary);
  info.default_value = std::move(default_value);
  info.incidental = true;
  return info;
}

std::span<const OptionInfo> options() {
  static const std::vector<OptionInfo> kTable = [] {
    std::vector<OptionInfo> table = common_output_options();
    // Every line counts, and times are written in one way only.
    std::erase_if(table, [](const OptionInfo& info) {
      return info.name == "episodes" || info.name == "evidence" ||
             info.name == "output-time-format";
    });
    table.push_back(option("input-every", OptionKind::Integer, "N",
                           "a line with the digest of the data read after so many events",
                           "100000"));
    OptionInfo key = option("sign-key", OptionKind::Path, "FILE",
                            "sign heads with the private Ed25519 key in this PEM file");
    key.secret_file = true;
    table.push_back(std::move(key));
    table.push_back(option("sign-every", OptionKind::Integer, "LINES",
                           "with a key: a signature after so many lines", "1000"));
    table.push_back(option("rotate", OptionKind::Integer, "LINES",
                           "go on in a new file (FILE.2, FILE.3, …) after so many lines; 0: never",
                           "0"));
    OptionInfo witness =
        option("witness", OptionKind::Text, "print|URL",
               "print heads to standard error, or POST them to an address, where nobody here can "
               "change them");
    witness.address = true;
    table.push_back(std::move(witness));
    return table;
  }();
  return kTable;
}

Result<std::uint64_t> count_of(const OptionValues& values, const std::string& name,
                               std::int64_t least) {
  const std::int64_t number = values.integer(name);
  if (number < least) {
    return Error(ErrorCode::Usage, "--" + name + " is " + std::to_string(number) +
                                       "; expected at least " + std::to_string(least));
  }
  return static_cast<std::uint64_t>(number);
}

Result<std::unique_ptr<VerdictSink>> make(const OptionValues& values, const std::string& target) {
  if (target == "-") {
    return Error(ErrorCode::Usage, "a ledger needs a file of its own: -o ledger=FILE");
  }
  LedgerSettings settings;
  settings.file = target;
  settings.selection = ledger_selection(values);
  const auto every = count_of(values, "input-every", 1);
  const auto sign_every = count_of(values, "sign-every", 1);
  const auto rotate = count_of(values, "rotate", 0);
  constexpr std::uint64_t kFewestLines = 10;
  for (const auto* number : {&every, &sign_every, &rotate}) {
    if (!*number) {
      return number->error();
    }
  }
  if (*rotate > 0 && *rotate < kFewestLines) {
    return Error(ErrorCode::Usage, "--rotate is " + std::to_string(*rotate) +
                                       "; expected 0, or at least 10 lines per file");
  }
  settings.input_every = *every;
  settings.sign_every = *sign_every;
  settings.rotate = *rotate;
  settings.key_file = values.text("sign-key");
  settings.witness = values.text("witness");
  if (auto loaded = ledger::load_crypto(); !loaded) {
    return std::move(loaded).error();
  }
  auto sink = std::make_unique<LedgerSink>(std::move(settings));
  if (auto started = sink->start(); !started) {
    return std::move(started).error();
  }
  return std::unique_ptr<VerdictSink>(std::move(sink));
}

constexpr std::string_view kDocumentation =
    R"(What a run decided, as a file that nobody can change unseen: one line of canonical JSON (RFC 8785)
for the beginning (specification, program, options), for every verdict, for the data read so far, for
checkpoints and for the end. Each line carries the SHA-256 of the line before it. `fairmon verify FILE`
proves it untouched, `fairmon verify FILE --replay DATA` judges the data again. Nothing in it is ever
overwritten: a file that is there already is refused, a resumed run goes on behind the last line.

Who can write the file can write all of it anew. `--sign-key` signs heads, so that this takes the key;
`--witness` shows heads to somebody else, so that it is noticed. Keys come from
`openssl genpkey -algorithm ed25519 -out key.pem`.
)";

}  // namespace

}  // namespace ledger_output

namespace outputs {
extern const OutputPlugin ledger;
const OutputPlugin ledger = {"ledger", "verdicts as a chain of lines that shows every change",
                             plugins::ledger_output::kDocumentation,
                             plugins::ledger_output::options, plugins::ledger_output::make};
}  // namespace outputs

}  // namespace fairmon::plugins
