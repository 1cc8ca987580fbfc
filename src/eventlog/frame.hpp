#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fairmon::eventlog {

/// One event as it was handed in.
struct LoggedEvent {
  std::string id;  ///< of the sender; empty: none
  std::string record;
};

/// Events of one submission that were not there before, with consecutive sequence numbers.
struct Frame {
  std::uint64_t durable = 0;    ///< bytes of the segment that were on the disk when it was written
  std::uint64_t first = 0;      ///< sequence number of its first event
  std::int64_t arrival_ns = 0;  ///< since 1970
  std::string client;           ///< who numbers the events; empty: nobody
  std::uint64_t client_newest = 0;  ///< the client's number of the last event
  std::vector<LoggedEvent> events;

  [[nodiscard]] std::uint64_t end() const noexcept { return first + events.size(); }
};

/// The newest number of each client.
using ClientSequences = std::vector<std::pair<std::string, std::uint64_t>>;

/// What stands first in a segment.
struct SegmentHead {
  std::uint64_t first = 0;  ///< sequence number of its first event
  ClientSequences clients;
};

/// A piece of a segment: either kind, with the bytes it takes.
enum class PieceKind : std::uint64_t { Head = 1, Frame = 2 };

/// Bytes before the content of a piece: mark, kind, size, checksum.
inline constexpr std::size_t kPieceHeadBytes = 4 * sizeof(std::uint64_t);
/// A longer content is not written and not believed.
inline constexpr std::uint64_t kMostContent = std::uint64_t{1} << 30;

void append_frame(std::string& out, const Frame& frame);
void append_head(std::string& out, const SegmentHead& head);

/// The first part of a piece: which kind it is and how many bytes follow.
struct PieceHead {
  PieceKind kind = PieceKind::Frame;
  std::uint64_t size = 0;
  std::uint64_t checksum = 0;
};

/// Nothing if these are not the first bytes of a piece.
[[nodiscard]] std::optional<PieceHead> read_piece_head(std::string_view bytes);
/// Whether this is the content that the head announced.
[[nodiscard]] bool fits(const PieceHead& head, std::string_view content);
/// Nothing if the content is no such thing although its checksum fits.
[[nodiscard]] std::optional<Frame> read_frame(std::string_view content);
[[nodiscard]] std::optional<SegmentHead> read_head(std::string_view content);
/// Where the next piece may begin in damaged bytes; their end if nowhere.
[[nodiscard]] std::size_t find_mark(std::string_view bytes, std::size_t from);

}  // namespace fairmon::eventlog
