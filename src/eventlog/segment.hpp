#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "eventlog/frame.hpp"

namespace fairmon::eventlog {

/// What became of the bytes of a segment.
enum class SegmentEnd : std::uint8_t {
  Clean,    ///< nothing but whole pieces
  Torn,     ///< behind the good part lies what a crash cut off; nobody was told that it is there
  Damaged,  ///< behind the good part lies something that was durable once
};

struct SegmentScan {
  std::optional<SegmentHead> head;  ///< nothing: not even that is whole
  std::uint64_t next = 0;           ///< sequence number behind its last good event
  std::size_t good_bytes = 0;       ///< up to the end of the last good piece
  SegmentEnd end = SegmentEnd::Clean;
};

/// Reads a whole segment and hands every good frame to `take`. After the first piece that is not
/// whole no further one counts: pages of one write reach the disk in any order. Whether that loses
/// something is told by the frames behind it, which say how far the segment was durable before.
[[nodiscard]] SegmentScan scan_segment(std::string_view bytes,
                                       const std::function<void(Frame&&)>& take);

}  // namespace fairmon::eventlog
