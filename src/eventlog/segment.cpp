#include "eventlog/segment.hpp"

#include <utility>

namespace fairmon::eventlog {

namespace {

struct Piece {
  PieceKind kind = PieceKind::Frame;
  std::string_view content;
  std::size_t end = 0;  ///< behind it
};

std::optional<Piece> piece_at(std::string_view bytes, std::size_t at) {
  const auto head = read_piece_head(bytes.substr(at));
  if (!head || bytes.size() - at - kPieceHeadBytes < head->size) {
    return std::nullopt;
  }
  const std::string_view content =
      bytes.substr(at + kPieceHeadBytes, static_cast<std::size_t>(head->size));
  if (!fits(*head, content)) {
    return std::nullopt;
  }
  return Piece{head->kind, content, at + kPieceHeadBytes + content.size()};
}

/// Whether some whole frame behind a bad place was written when that place was durable already.
bool was_durable(std::string_view bytes, std::size_t bad) {
  for (std::size_t at = find_mark(bytes, bad + 1); at < bytes.size();
       at = find_mark(bytes, at + 1)) {
    const auto piece = piece_at(bytes, at);
    const auto frame =
        piece && piece->kind == PieceKind::Frame ? read_frame(piece->content) : std::nullopt;
    if (frame && frame->durable > bad) {
      return true;
    }
  }
  return false;
}

}  // namespace

SegmentScan scan_segment(std::string_view bytes, const std::function<void(Frame&&)>& take) {
  SegmentScan scan;
  const auto first = piece_at(bytes, 0);
  if (first && first->kind == PieceKind::Head) {
    scan.head = read_head(first->content);
  }
  if (scan.head) {
    scan.good_bytes = first->end;
    scan.next = scan.head->first;
  }
  while (scan.head && scan.good_bytes < bytes.size()) {
    const auto piece = piece_at(bytes, scan.good_bytes);
    auto frame =
        piece && piece->kind == PieceKind::Frame ? read_frame(piece->content) : std::nullopt;
    if (!frame || frame->first != scan.next || frame->durable > scan.good_bytes) {
      break;
    }
    scan.next = frame->end();
    scan.good_bytes = piece->end;
    take(std::move(*frame));
  }
  if (scan.good_bytes < bytes.size()) {
    scan.end = was_durable(bytes, scan.good_bytes) ? SegmentEnd::Damaged : SegmentEnd::Torn;
  }
  return scan;
}

}  // namespace fairmon::eventlog
