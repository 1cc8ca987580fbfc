#include "cli/ledger/recorded.hpp"

#include <algorithm>
#include <charconv>

namespace fairmon::cli {

namespace {

using PlainJson = nlohmann::json;

std::vector<std::pair<std::string, std::string>> pairs_of(const PlainJson& list) {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const PlainJson& item : list.is_array() ? list : PlainJson::array()) {
    if (item.is_array() && item.size() == 2 && item[0].is_string() && item[1].is_string()) {
      pairs.emplace_back(item[0].get<std::string>(), item[1].get<std::string>());
    }
  }
  return pairs;
}

}  // namespace

void Recorded::take(const ledger::LedgerLine& line) {
  if (line.kind == "open") {
    open = line.body;
    asked = pairs_of(line.body.value("options", PlainJson()));
  } else if (line.kind == "change") {
    asked = pairs_of(line.body.value("options", PlainJson()));
  } else if (line.kind == "resume") {
    close = nullptr;
  } else if (line.kind == "close") {
    close = line.body;
  } else if (line.kind == "input") {
    for (const PlainJson& file : line.body.value("files", PlainJson::array())) {
      digests.push_back({file.value("file", std::uint64_t{0}), file.value("name", std::string()),
                         file.value("bytes", std::uint64_t{0}), file.value("sha256", std::string()),
                         line.file + ":" + std::to_string(line.number)});
    }
  }
}

bool RecordedVerdicts::superseded(std::uint64_t seq) const {
  return std::any_of(verified_.superseded.begin(), verified_.superseded.end(),
                     [&](const auto& range) { return range.first <= seq && seq < range.second; });
}

std::string RecordedVerdicts::place() const {
  return verified_.files[next_file_ - 1] + ":" + std::to_string(number_);
}

std::optional<std::string> RecordedVerdicts::next() {
  constexpr std::string_view kSeq = "\"seq\":";
  constexpr std::string_view kVerdict = ",\"verdict\":";
  std::string line;
  while (true) {
    while (!in_.is_open() || !std::getline(in_, line)) {
      if (next_file_ == verified_.files.size()) {
        return std::nullopt;
      }
      in_ = std::ifstream(verified_.files[next_file_++], std::ios::binary);
      number_ = 0;
    }
    ++number_;
    // `{"prev":"…","seq":7,"verdict":{…}}`: other kinds stand elsewhere in the line.
    if (!line.starts_with("{\"prev\":")) {
      continue;
    }
    const std::size_t seq_at = line.find(kSeq);
    std::uint64_t seq = 0;
    const char* end =
        std::from_chars(line.data() + seq_at + kSeq.size(), line.data() + line.size(), seq).ptr;
    const auto at = static_cast<std::size_t>(end - line.data());
    if (line.compare(at, kVerdict.size(), kVerdict) == 0 && !superseded(seq)) {
      return line.substr(at + kVerdict.size(), line.size() - at - kVerdict.size() - 1);
    }
  }
}

}  // namespace fairmon::cli
