#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fairmon::kafka {

/// Which record of a partition comes next.
struct PartitionPlace {
  std::string topic;
  std::int32_t partition = 0;
  std::int64_t next = 0;     ///< offset
  std::int64_t last_ns = 0;  ///< time of the record before it
};

/// How far the partitions have been read, and what else the source wants to remember.
struct Position {
  std::vector<PartitionPlace> places;
  std::string rest;

  [[nodiscard]] std::string to_text() const;
  /// Nothing if the text is no position in topics.
  [[nodiscard]] static std::optional<Position> from_text(std::string_view text);
};

}  // namespace fairmon::kafka
