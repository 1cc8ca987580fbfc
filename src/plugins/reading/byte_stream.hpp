#pragma once

#include <fairmon/event_source.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fairmon::plugins {

struct StreamOptions {
  bool follow = false;  ///< the end of a file is not the end: more may be written
  /// Looked at while waiting for bytes.
  std::shared_ptr<const std::atomic<bool>> stop;
  /// Called, if set, right before a read waits; see SourceContext.
  std::function<void()> before_waiting;
  std::shared_ptr<InputTap> tap;  ///< is shown the bytes as they stand in the file
};

/// Bytes of a file, a pipe or a compressed file, from front to back.
class ByteStream {
 public:
  virtual ~ByteStream() = default;
  /// Up to `room` bytes. 0 means the end, or nothing at the moment if `live()`.
  virtual Result<std::size_t> read(char* into, std::size_t room) = 0;
  /// True while more may come although the last read gave nothing.
  [[nodiscard]] virtual bool live() const = 0;
  /// True once everything is read and another file has taken the place of this one.
  [[nodiscard]] virtual bool replaced() const { return false; }
  /// True once the file was found cut, or cut and written anew, behind the reader's back.
  [[nodiscard]] virtual bool cut() const { return false; }
  /// Tells one file from another of the same name; 0 if there is no file.
  [[nodiscard]] virtual std::uint64_t file_mark() const { return 0; }
  /// False if the next read would have to wait for somebody else.
  [[nodiscard]] virtual bool ready() const = 0;
  /// Share of the underlying file that has been read, if its size is known.
  [[nodiscard]] virtual std::optional<double> share() const = 0;
};

/// Opens a file, or standard input for `-`. gzip and zstd are recognised by their first bytes.
[[nodiscard]] Result<std::unique_ptr<ByteStream>> open_stream(const std::string& name,
                                                              const StreamOptions& options);

/// Replaces patterns (`logs/*.csv`) by the files they match, sorted by name. A pattern without a
/// match and a file that is not there are errors that say what to do.
[[nodiscard]] Result<std::vector<std::string>> expand_targets(
    const std::vector<std::string>& targets);

}  // namespace fairmon::plugins
