#pragma once

#include <fairmon/result.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fairmon::plugins {

/// A file, or standard output (`-`, `/dev/stdout`) or error (`/dev/stderr`), written in whole lines
/// through a large buffer.
class TextFile {
 public:
  explicit TextFile(std::string target) : target_(std::move(target)) {}
  ~TextFile();
  TextFile(const TextFile&) = delete;
  TextFile& operator=(const TextFile&) = delete;

  /// Starts the file anew, or, to go on after a checkpoint, leaves what is in it. What the file had
  /// before only goes away with the first flush: a run that cannot begin destroys nothing.
  Result<void> open(bool keep_content);
  /// Append whole lines here, then call `written`.
  [[nodiscard]] std::string& buffer() { return buffer_; }
  /// Passes the buffer on once it is large enough.
  Result<void> written() { return buffer_.size() < kBufferBytes ? Result<void>() : flush(); }
  Result<void> flush();
  /// Flushes and waits until the file, and its name, are on the disk.
  Result<void> sync();
  Result<void> close();
  [[nodiscard]] bool is_terminal() const;
  /// Number of bytes in the file after a flush; empty if the target is no file.
  [[nodiscard]] std::string position() const;
  /// Goes back to a position; what is behind it goes away with the first flush.
  Result<void> rewind(std::string_view position);

 private:
  static constexpr std::size_t kBufferBytes = std::size_t{1} << 16;
  [[nodiscard]] Error failure(std::string_view what, int reason) const;
  Result<void> cut();

  std::string target_;
  std::string buffer_;
  std::optional<std::uint64_t> cut_;  ///< so many bytes stay of what the file had before
  bool name_is_durable_ = false;
  int descriptor_ = -1;
};

}  // namespace fairmon::plugins
