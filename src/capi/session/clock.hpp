#pragma once

#include <fairmon/c.h>
#include <fairmon/time_format.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace fairmon::capi {

/// Turns times as they stand in data into monitor time. What the first one was decides: seconds
/// since the start, or calendar times. Cheap to copy, so that a failed call can go back.
class Clock {
 public:
  Clock(TimeFormat format, std::optional<Timestamp> start, bool start_at_midnight,
        std::optional<Duration> interval);

  /// Monitor time of the next event; the error says what was expected.
  [[nodiscard]] Result<Timestamp, std::string> read(const fairmon_value& value);
  /// The same for a moment without an event, also where events have no times.
  [[nodiscard]] Result<Timestamp, std::string> read_moment(const fairmon_value& value);
  /// Monitor time of a value is value · unit − start, rounded to nanoseconds.
  struct Scale {
    std::int64_t unit;
    std::int64_t start;
  };
  /// How values of a kind are placed, once the values before have settled that.
  [[nodiscard]] std::optional<Scale> scale(fairmon_kind kind) const noexcept;
  /// Events were placed by `scale`, the last one at that time.
  void note_placed(Timestamp last, std::uint64_t count) noexcept {
    last_ = last.ns;
    count_ += count;
  }
  /// Events follow each other at a fixed distance and have no times.
  [[nodiscard]] bool counts() const noexcept { return interval_.has_value(); }
  /// Calendar time of monitor time 0, once the data or somebody said it; times are shown as
  /// calendar times then.
  [[nodiscard]] std::optional<Timestamp> start() const noexcept { return start_; }

  void save(std::string& bytes) const;
  [[nodiscard]] bool load(std::string_view bytes);

 private:
  [[nodiscard]] Result<Timestamp, std::string> place(std::int64_t raw, bool calendar);
  [[nodiscard]] Result<Timestamp, std::string> read_number(const fairmon_value& value);
  [[nodiscard]] Result<Timestamp, std::string> read_text(std::string_view text);

  TimeFormat format_;
  std::optional<Timestamp> start_;
  bool start_at_midnight_;
  std::optional<Duration> interval_;
  enum class Kind : std::uint8_t { Unknown, Relative, Calendar };
  Kind kind_ = Kind::Unknown;
  std::int64_t last_ = 0;    ///< monitor time of the last event
  std::uint64_t count_ = 0;  ///< events read
};

}  // namespace fairmon::capi
