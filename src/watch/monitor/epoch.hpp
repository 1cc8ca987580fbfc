#pragma once

#include <fairmon/result.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace fairmon::watch {

/// Settings that decide what a run means, as names and values.
using Settings = std::vector<std::pair<std::string, std::string>>;

/// One stretch of a monitor's life with one specification and the same settings. Each has a folder
/// with its checkpoint and outputs; old ones stay beside it.
struct Epoch {
  std::uint64_t number = 0;
  std::filesystem::path folder;
  std::string digest;  ///< of the specification
  Settings settings;
  std::uint64_t first = 0;  ///< pushed events: sequence number of its first one
  std::string began;

  [[nodiscard]] std::string checkpoint() const { return (folder / "run.ckpt").string(); }
  /// The checkpoint's file if there is one, else an empty text.
  [[nodiscard]] std::string resume_file() const;
};

/// All epochs of a monitor, oldest first.
[[nodiscard]] Result<std::vector<Epoch>> list_epochs(const std::filesystem::path& folder);

/// The newest epoch if it fits, else a new one that begins with the event where the newest stopped.
/// `spec_text` is kept beside it.
[[nodiscard]] Result<Epoch> open_epoch(const std::filesystem::path& folder,
                                       const std::string& digest, const Settings& settings,
                                       std::string_view spec_text, std::int64_t now_ns);

}  // namespace fairmon::watch
