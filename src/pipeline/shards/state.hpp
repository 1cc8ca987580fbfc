#pragma once

#include <fairmon/result.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fairmon::pipeline {

/// The state of one monitor among several.
struct ShardSection {
  std::string name;
  std::string bytes;
};

/// States of all monitors of a sharded run. Numbers are little-endian, everything else has its
/// length in front; each section has a checksum (CRC-32C) of its own and can be loaded alone.
struct ShardState {
  std::string spec_digest;
  std::uint32_t groups = 0;  ///< monitors per key
  std::string hash;          ///< what keys were divided by
  std::optional<std::int64_t> last_event_ns;
  std::vector<ShardSection> sections;
};

/// Whether the bytes are of several monitors; else they are of one.
[[nodiscard]] bool is_shard_state(std::string_view bytes);
[[nodiscard]] std::string encode_shard_state(const ShardState& state);
/// Refuses what is no such state, of another version, cut off or damaged, and names the section.
[[nodiscard]] Result<ShardState> decode_shard_state(std::string_view bytes);

}  // namespace fairmon::pipeline
