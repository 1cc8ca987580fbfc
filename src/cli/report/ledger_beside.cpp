#include "cli/report/ledger_beside.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "cli/ledger/untouched.hpp"
#include "report/words.hpp"

namespace fairmon::cli {

Result<LedgerBeside> LedgerBeside::read(const std::string& file) {
  LedgerBeside beside;
  beside.file = file;
  ledger::VerifyOptions options;
  options.visit = [&](const ledger::LedgerLine& line) {
    beside.recorded.take(line);
    return std::optional<std::string>();
  };
  auto verified = read_whole(file, options);
  if (!verified) {
    return std::move(verified).error();
  }
  beside.verified = std::move(*verified);
  return beside;
}

std::vector<ledger::FileDigest> LedgerBeside::data() const {
  std::map<std::uint64_t, ledger::FileDigest> newest;
  for (const Recorded::Digest& digest : recorded.digests) {
    newest[digest.file] = {static_cast<std::uint32_t>(digest.file), digest.name, digest.bytes,
                           digest.sha256};
  }
  std::vector<ledger::FileDigest> list;
  for (const auto& [number, digest] : newest) {
    list.push_back(digest);
  }
  return list;
}

Result<void> LedgerBeside::check(const Spec& spec, const std::vector<ledger::FileDigest>& data,
                                 const RunSummary& summary) const {
  const auto other = [&](const std::string& what) {
    return Error(ErrorCode::Input, "the ledger `" + file + "` is of another run: " + what);
  };
  const auto specification = recorded.open.value("specification", nlohmann::json::object());
  if (specification.value("digest", "") != spec.digest()) {
    return other("its specification is not the one of this report");
  }
  const auto own = this->data();
  const bool same_data =
      std::equal(own.begin(), own.end(), data.begin(), data.end(),
                 [](const auto& a, const auto& b) { return a.sha256 == b.sha256; });
  if (!same_data) {
    return other("its data are not those of this report");
  }
  const auto triggers = recorded.close.value("triggers", std::vector<std::uint64_t>());
  if (recorded.close.value("events", std::uint64_t{0}) != summary.num_events ||
      triggers != summary.trigger_counts) {
    return other(
        "it judged other events, or triggers fired at other times; were its options "
        "other ones?");
  }
  return {};
}

std::vector<report::Fact> LedgerBeside::facts() const {
  const ledger::Head& head = verified.head;
  const auto program = recorded.open.value("program", nlohmann::json::object());
  std::vector<report::Fact> list = {
      {"Ledger of the run", file + ", " + report::grouped(verified.num_lines) + " lines"},
      {"Head of the ledger", std::to_string(head.seq) + ":" + head.sha256},
      {"Signed", verified.keys.empty()
                     ? "no; keep the head elsewhere, so that nobody can write the "
                       "ledger anew"
                     : "with the key " + verified.keys.back()},
      {"The ledger’s run",
       recorded.open.value("began", "") + " to " + recorded.close.value("ended", "")}};
  if (program.contains("sha256") && program["sha256"].is_string()) {
    list.push_back({"SHA-256 of the program", program["sha256"].get<std::string>()});
  }
  return list;
}

}  // namespace fairmon::cli
