#pragma once

#include <fairmon/result.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fairmon::plugins {

struct StreamOptions {
  bool follow = false;  ///< the end of a file is not the end: more may be written
  /// Looked at while waiting for bytes.
  const std::atomic<bool>* stop = nullptr;
};

/// Bytes of a file, a pipe or a compressed file, from front to back.
class ByteStream {
 public:
  virtual ~ByteStream() = default;
  /// Up to `room` bytes. 0 means the end, or nothing at the moment if `live()`.
  virtual Result<std::size_t> read(char* into, std::size_t room) = 0;
  /// Leaves out bytes; for going on where an earlier run stopped.
  virtual Result<void> skip(std::uint64_t bytes);
  /// True while more may come although the last read gave nothing.
  [[nodiscard]] virtual bool live() const = 0;
  /// True once everything is read and another file has taken the place of this one, or it was cut.
  [[nodiscard]] virtual bool replaced() const { return false; }
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

/// Size and first bytes of a file as a short text: enough to notice other data. Of a file that may
/// grow only the first line counts.
[[nodiscard]] std::string file_identity(const std::string& name, bool growing);

}  // namespace fairmon::plugins
