#pragma once

#include <fairmon/result.hpp>

#include <optional>
#include <string>

#include "eventlog/log.hpp"

namespace fairmon::eventlog {

/// Reads the durable events of a log in order. One thread; the log outlives it.
class LogReader {
 public:
  LogReader(EventLog& log, std::uint64_t from) : log_(log), next_(from) {}
  ~LogReader();
  LogReader(const LogReader&) = delete;
  LogReader& operator=(const LogReader&) = delete;

  /// The next frame, without events before the one to begin with; nothing if none is durable yet.
  [[nodiscard]] Result<std::optional<Frame>> next();
  /// Sequence number of the next event.
  [[nodiscard]] std::uint64_t position() const noexcept { return next_; }

 private:
  Result<void> open_segment();
  Result<std::optional<Frame>> read_piece();
  Result<std::string> read_bytes(std::uint64_t count);
  [[nodiscard]] Error unreadable(const std::string& what) const;

  EventLog& log_;
  std::uint64_t next_;
  int descriptor_ = -1;
  std::string file_;
  std::uint64_t offset_ = 0;
  std::uint64_t behind_ = 0;  ///< sequence number behind the frame read last
};

}  // namespace fairmon::eventlog
