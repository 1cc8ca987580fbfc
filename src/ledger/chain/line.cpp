#include "ledger/chain/line.hpp"

#include <algorithm>
#include <array>

namespace fairmon::ledger {

namespace {

constexpr std::array<std::string_view, 10> kKinds = {
    "open",   "verdict",   "input",  "checkpoint", "resume",
    "change", "signature", "rotate", "continue",   "close"};

}  // namespace

std::string make_line(std::string_view kind, std::string_view body, std::string_view prev,
                      std::uint64_t seq) {
  std::string member;
  member.append("\"").append(kind).append("\":").append(body);
  std::string line = "{";
  const auto add = [&](std::string_view text) {
    line += line.size() == 1 ? "" : ",";
    line += text;
  };
  // Members stand in the order of their names.
  if (kind < "prev") {
    add(member);
  }
  add("\"prev\":\"");
  line.append(prev).append("\"");
  if (kind > "prev" && kind < "seq") {
    add(member);
  }
  add("\"seq\":");
  line += std::to_string(seq);
  if (kind > "seq") {
    add(member);
  }
  line += '}';
  return line;
}

bool is_kind(std::string_view kind) {
  return std::find(kKinds.begin(), kKinds.end(), kind) != kKinds.end();
}

std::string head_message(std::uint64_t seq, std::string_view head) {
  return "fairmon ledger head\n" + std::to_string(seq) + "\n" + std::string(head) + "\n";
}

std::string piece_name(const std::string& file, std::uint64_t piece) {
  return piece <= 1 ? file : file + "." + std::to_string(piece);
}

}  // namespace fairmon::ledger
