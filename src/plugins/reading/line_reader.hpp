#pragma once

#include <fairmon/result.hpp>

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "plugins/reading/byte_stream.hpp"
#include "support/rolling_digest.hpp"

namespace fairmon::plugins {

enum class LineStatus : std::uint8_t { Line, Nothing, End, TooLong };

/// Lines of a stream, one after the other, in constant memory. `kPadding` bytes behind a line are
/// always readable.
class LineReader {
 public:
  explicit LineReader(std::unique_ptr<ByteStream> stream);

  /// Moves to the next line. `TooLong`: it exceeds `kLongestLine`; the next call goes on behind it.
  /// Without `wait`: also `Nothing` where the rest of a line is still to come.
  Result<LineStatus> next(bool wait = true);
  /// The line moved to, without its end.
  [[nodiscard]] std::string_view line() const { return {text() + begin_, end_ - begin_}; }
  /// Bytes readable from the start of the line on.
  [[nodiscard]] std::size_t readable() const { return used_ - begin_ + kPadding; }
  [[nodiscard]] std::uint64_t number() const { return number_; }
  /// Bytes of the stream up to and including the line.
  [[nodiscard]] std::uint64_t offset() const { return offset_ + next_; }
  /// Bytes in memory behind the line.
  [[nodiscard]] std::size_t waiting() const { return used_ - next_; }
  /// A further line is in memory.
  [[nodiscard]] bool has_more() const;
  /// The stream stands at this offset, behind so many lines; before anything was read.
  void start_at(std::uint64_t offset, std::uint64_t lines_before);
  /// From now on a digest up to `offset` is kept; `before` is that of what the stream has given
  /// away already.
  void keep_digest(const support::RollingDigest& before);
  [[nodiscard]] const support::RollingDigest& digest() const;
  /// The same of all bytes in memory, those of later lines included.
  [[nodiscard]] support::RollingDigest digest_ahead() const;
  [[nodiscard]] const ByteStream& stream() const { return *stream_; }

  static constexpr std::size_t kPadding = 64;
  static constexpr std::size_t kLongestLine = std::size_t{1} << 24;

 private:
  [[nodiscard]] const char* text() const { return buffer_.data(); }
  Result<bool> read_more();
  void digest_to(std::size_t end) const;

  std::unique_ptr<ByteStream> stream_;
  std::vector<char> buffer_;
  std::size_t used_ = 0;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::size_t next_ = 0;      ///< where the following line begins
  std::uint64_t offset_ = 0;  ///< of the first byte in memory
  std::uint64_t number_ = 0;
  bool digests_ = false;
  mutable support::RollingDigest digest_;
  mutable std::size_t digested_ = 0;  ///< bytes of the buffer that it covers
  bool skipping_ = false;             ///< inside a line that is too long
  bool at_start_ = true;
};

}  // namespace fairmon::plugins
