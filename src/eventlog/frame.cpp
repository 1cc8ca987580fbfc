#include "eventlog/frame.hpp"

#include <algorithm>

#include "support/checksum.hpp"
#include "support/packing.hpp"

namespace fairmon::eventlog {

namespace {

/// Not likely inside of a record: it holds bytes that no UTF-8 text has.
constexpr std::string_view kMark =
    "\xff\xfe"
    "FMLOG\x01";
static_assert(kMark.size() == sizeof(std::uint64_t));

/// The kind belongs to what is checked, the length too: it is part of every checksum.
std::uint64_t sum_of(PieceKind kind, std::string_view content) {
  return support::checksum(content) ^ (static_cast<std::uint64_t>(kind) * 0x9e37'79b9ULL);
}

void append_piece(std::string& out, PieceKind kind, std::string_view content) {
  out += kMark;
  support::pack(out, static_cast<std::uint64_t>(kind));
  support::pack(out, std::uint64_t{content.size()});
  support::pack(out, sum_of(kind, content));
  out += content;
}

}  // namespace

void append_frame(std::string& out, const Frame& frame) {
  std::string content;
  support::pack(content, frame.durable);
  support::pack(content, frame.first);
  support::pack_signed(content, frame.arrival_ns);
  support::pack(content, std::string_view(frame.client));
  support::pack(content, frame.client_newest);
  support::pack(content, std::uint64_t{frame.events.size()});
  for (const LoggedEvent& event : frame.events) {
    support::pack(content, std::string_view(event.id));
    support::pack(content, std::string_view(event.record));
  }
  append_piece(out, PieceKind::Frame, content);
}

void append_head(std::string& out, const SegmentHead& head) {
  std::string content;
  support::pack(content, head.first);
  support::pack(content, std::uint64_t{head.clients.size()});
  for (const auto& [client, sequence] : head.clients) {
    support::pack(content, std::string_view(client));
    support::pack(content, sequence);
  }
  append_piece(out, PieceKind::Head, content);
}

std::optional<PieceHead> read_piece_head(std::string_view bytes) {
  if (bytes.size() < kPieceHeadBytes || !bytes.starts_with(kMark)) {
    return std::nullopt;
  }
  support::Unpacker taker(bytes.substr(kMark.size(), kPieceHeadBytes - kMark.size()));
  const std::uint64_t kind = taker.number();
  const std::uint64_t size = taker.number();
  const std::uint64_t sum = taker.number();
  const bool known = kind == static_cast<std::uint64_t>(PieceKind::Head) ||
                     kind == static_cast<std::uint64_t>(PieceKind::Frame);
  if (!known || size > kMostContent) {
    return std::nullopt;
  }
  return PieceHead{static_cast<PieceKind>(kind), size, sum};
}

bool fits(const PieceHead& head, std::string_view content) {
  return content.size() == head.size && sum_of(head.kind, content) == head.checksum;
}

std::optional<Frame> read_frame(std::string_view content) {
  support::Unpacker taker(content);
  Frame frame;
  frame.durable = taker.number();
  frame.first = taker.number();
  frame.arrival_ns = taker.signed_number();
  frame.client = taker.text();
  frame.client_newest = taker.number();
  const std::uint64_t count = taker.count();
  for (std::uint64_t left = count; left > 0; --left) {
    std::string id = taker.text();
    frame.events.push_back({std::move(id), taker.text()});
  }
  return taker.complete() && count > 0 ? std::optional(std::move(frame)) : std::nullopt;
}

std::optional<SegmentHead> read_head(std::string_view content) {
  support::Unpacker taker(content);
  SegmentHead head;
  head.first = taker.number();
  for (std::uint64_t left = taker.count(); left > 0; --left) {
    std::string client = taker.text();
    head.clients.emplace_back(std::move(client), taker.number());
  }
  return taker.complete() ? std::optional(std::move(head)) : std::nullopt;
}

std::size_t find_mark(std::string_view bytes, std::size_t from) {
  return std::min(bytes.find(kMark, from), bytes.size());
}

}  // namespace fairmon::eventlog
