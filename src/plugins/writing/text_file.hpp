#pragma once

#include <fairmon/result.hpp>

#include <cstdint>
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

  /// Starts the file anew, or, to go on after a checkpoint, leaves what is in it.
  Result<void> open(bool keep_content);
  /// Append whole lines here, then call `written`.
  [[nodiscard]] std::string& buffer() { return buffer_; }
  /// Passes the buffer on once it is large enough.
  Result<void> written() { return buffer_.size() < kBufferBytes ? Result<void>() : flush(); }
  Result<void> flush();
  Result<void> close();
  [[nodiscard]] bool is_terminal() const;
  /// Number of bytes in the file after a flush; empty if the target is no file.
  [[nodiscard]] std::string position() const;
  Result<void> rewind(std::string_view position);

 private:
  static constexpr std::size_t kBufferBytes = std::size_t{1} << 16;
  [[nodiscard]] Error failure(std::string_view what) const;

  std::string target_;
  std::string buffer_;
  int descriptor_ = -1;
};

}  // namespace fairmon::plugins
