#include "capi/session/clock.hpp"

#include <cmath>
#include <utility>

#include "support/packing.hpp"

namespace fairmon::capi {

namespace {

using Placed = Result<Timestamp, std::string>;

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kDay = 86'400 * kSecond;

std::string too_far() {
  return "is too far away: nanoseconds reach as far as 2262, or 292 years from the start";
}

/// Nanoseconds of one unit of a number.
std::int64_t unit_of(TimeFormat format) {
  switch (format) {
    case TimeFormat::RelativeNanos:
    case TimeFormat::OffsetNanos:
    case TimeFormat::UnixNanos:
      return 1;
    case TimeFormat::UnixMicros:
      return 1'000;
    case TimeFormat::UnixMillis:
      return 1'000'000;
    case TimeFormat::Auto:
    case TimeFormat::RelativeSeconds:
    case TimeFormat::OffsetSeconds:
    case TimeFormat::UnixSeconds:
    case TimeFormat::Rfc3339:
    case TimeFormat::DayFirst:
    case TimeFormat::MonthFirst:
    case TimeFormat::YearFirst:
      break;
  }
  return kSecond;
}

std::optional<std::int64_t> scaled(const fairmon_value& value, std::int64_t unit) {
  std::int64_t result = 0;
  if (value.kind == FAIRMON_INTEGER || (value.kind == FAIRMON_UNSIGNED && value.integer >= 0)) {
    return __builtin_mul_overflow(value.integer, unit, &result) ? std::nullopt
                                                                : std::optional(result);
  }
  const double number = value.kind == FAIRMON_NUMBER ? value.number : HUGE_VAL;
  const double nanoseconds = std::nearbyint(number * static_cast<double>(unit));
  if (!(std::abs(nanoseconds) < 9.2e18)) {
    return std::nullopt;
  }
  return static_cast<std::int64_t>(nanoseconds);
}

/// A number in the way texts of times are looked at, so that both are read alike.
TimeFormat likely_format(const fairmon_value& value) {
  std::string text;
  if (value.kind == FAIRMON_NUMBER && std::trunc(value.number) != value.number) {
    text = std::to_string(value.number);
  } else if (value.kind == FAIRMON_NUMBER && std::abs(value.number) < 9.2e18) {
    text = std::to_string(static_cast<std::int64_t>(value.number));
  } else {
    text = std::to_string(value.integer);
  }
  return detect_time_format(text);
}

}  // namespace

Clock::Clock(TimeFormat format, std::optional<Timestamp> start, bool start_at_midnight,
             std::optional<Duration> interval)
    : format_(format), start_(start), start_at_midnight_(start_at_midnight), interval_(interval) {}

Placed Clock::place(std::int64_t raw, bool calendar) {
  const Kind kind = calendar ? Kind::Calendar : Kind::Relative;
  if (kind_ != Kind::Unknown && kind_ != kind) {
    return std::string(calendar ? "is a calendar time, but the ones before were seconds since "
                                  "the start"
                                : "is a number, but the times before were calendar times");
  }
  std::int64_t time = raw;
  if (format_ == TimeFormat::OffsetSeconds || format_ == TimeFormat::OffsetNanos) {
    if (__builtin_add_overflow(last_, raw, &time)) {
      return too_far();
    }
  } else if (calendar) {
    if (!start_) {
      const std::int64_t into_day = ((raw % kDay) + kDay) % kDay;
      start_ = Timestamp{start_at_midnight_ ? raw - into_day : raw};
    }
    if (__builtin_sub_overflow(raw, start_->ns, &time)) {
      return too_far();
    }
  }
  if (time < 0) {
    return std::string(calendar ? "lies before the start of the run" : "may not be negative");
  }
  kind_ = kind;
  last_ = time;
  return Timestamp{time};
}

Placed Clock::read_number(const fairmon_value& value) {
  if (value.kind == FAIRMON_NUMBER && std::isnan(value.number)) {
    return std::string("is not a number; every event needs a time");
  }
  if (format_ == TimeFormat::Auto) {
    format_ = likely_format(value);
  }
  const auto raw = scaled(value, unit_of(format_));
  if (!raw) {
    return too_far();
  }
  return place(*raw, is_absolute(format_));
}

Placed Clock::read_text(std::string_view text) {
  TimeReader reader(format_, {}, false);
  const auto time = reader.read(text);
  if (!time) {
    return time.error();
  }
  format_ = reader.format();
  return place(*reader.raw(text), is_absolute(format_));
}

Placed Clock::read(const fairmon_value& value) {
  if (interval_) {
    std::int64_t time = 0;
    // As --input-delay has it: the n-th event happens n times the distance after the start.
    if (__builtin_mul_overflow(interval_->ns, static_cast<std::int64_t>(++count_), &time)) {
      return too_far();
    }
    last_ = time;
    return Timestamp{time};
  }
  ++count_;
  switch (value.kind) {
    case FAIRMON_TIME:
      return place(value.integer, true);
    case FAIRMON_INTEGER:
    case FAIRMON_UNSIGNED:
    case FAIRMON_NUMBER:
      return read_number(value);
    case FAIRMON_TEXT:
    case FAIRMON_DECIMAL:
      return read_text({value.text, value.size});
    case FAIRMON_DURATION:
      return place(value.integer, false);
    case FAIRMON_ABSENT:
      return std::string("is missing; every event needs a time");
    case FAIRMON_BOOL:
    case FAIRMON_BINARY:
      break;
  }
  return std::string(
      "is no time; expected seconds since the start, a calendar time or a text of "
      "one");
}

std::optional<Clock::Scale> Clock::scale(fairmon_kind kind) const noexcept {
  const bool by_offset = format_ == TimeFormat::OffsetSeconds || format_ == TimeFormat::OffsetNanos;
  const bool number = kind == FAIRMON_NUMBER || kind == FAIRMON_INTEGER;
  if (interval_ || by_offset || (!number && kind != FAIRMON_TIME) ||
      (number && format_ == TimeFormat::Auto)) {
    return std::nullopt;
  }
  const bool calendar = !number || is_absolute(format_);
  if (kind_ != (calendar ? Kind::Calendar : Kind::Relative) || (calendar && !start_)) {
    return std::nullopt;
  }
  return Scale{number ? unit_of(format_) : 1, calendar ? start_->ns : 0};
}

Placed Clock::read_moment(const fairmon_value& value) {
  const auto interval = std::exchange(interval_, std::nullopt);
  const std::uint64_t count = count_;
  auto time = read(value);
  interval_ = interval;
  count_ = count;
  return time;
}

void Clock::save(std::string& bytes) const {
  support::pack(bytes, static_cast<std::uint64_t>(format_));
  support::pack(bytes, static_cast<std::uint64_t>(kind_));
  support::pack(bytes, std::uint64_t{start_.has_value()});
  support::pack_signed(bytes, start_.value_or(Timestamp{}).ns);
  support::pack_signed(bytes, last_);
  support::pack(bytes, count_);
}

bool Clock::load(std::string_view saved) {
  support::Unpacker bytes(saved);
  const std::uint64_t format = bytes.number();
  const std::uint64_t kind = bytes.number();
  const bool started = bytes.flag();
  const Timestamp start{bytes.signed_number()};
  last_ = bytes.signed_number();
  count_ = bytes.number();
  if (format > static_cast<std::uint64_t>(TimeFormat::YearFirst) || kind > 2) {
    return false;
  }
  format_ = static_cast<TimeFormat>(format);
  kind_ = static_cast<Kind>(kind);
  start_ = started ? std::optional(start) : std::nullopt;
  return bytes.complete();
}

}  // namespace fairmon::capi
