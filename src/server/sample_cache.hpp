#pragma once

#include <fairmon/result.hpp>

#include <filesystem>
#include <memory>
#include <mutex>

#include "intake/columns.hpp"

namespace fairmon::server {

/// The table that was looked at last: a page asks about it again at every change of a choice.
class SampleCache {
 public:
  /// Read anew if it is another file, or the file has changed.
  [[nodiscard]] Result<std::shared_ptr<const intake::Sample>> study(
      const std::filesystem::path& file);

 private:
  struct Identity {
    std::filesystem::path file;
    std::uint64_t bytes = 0;
    std::filesystem::file_time_type written;
    bool operator==(const Identity&) const = default;
  };
  std::mutex mutex_;
  Identity identity_;
  std::shared_ptr<const intake::Sample> sample_;
};

}  // namespace fairmon::server
