#include "plugins/inputs/csv/time_column.hpp"

#include <cstring>
#include <limits>

#include "support/civil_time.hpp"
#include "support/plain_decimal.hpp"

namespace fairmon::plugins::csv {

namespace {

/// Seconds with up to nine digits behind the point.
bool quick_seconds(const char* begin, const char* end, std::int64_t& ns) {
  support::PlainDecimal number;
  if (!support::read_plain_decimal(begin, end, number) || number.negative ||
      number.fraction_digits > 9) {
    return false;
  }
  const std::uint64_t scale = support::kPowersOfTen[9 - number.fraction_digits];
  std::uint64_t product = 0;
  if (__builtin_mul_overflow(number.mantissa, scale, &product) ||
      product > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
    return false;
  }
  ns = static_cast<std::int64_t>(product);
  return true;
}

bool quick_whole(const char* begin, const char* end, std::int64_t scale, std::int64_t& ns) {
  support::PlainDecimal number;
  if (!support::read_plain_decimal(begin, end, number) || number.negative ||
      number.fraction_digits != 0 || end[-1] == '.') {
    return false;
  }
  return !__builtin_mul_overflow(static_cast<std::int64_t>(number.mantissa), scale, &ns);
}

int two_digits(const char* at) {
  const int tens = at[0] - '0';
  const int ones = at[1] - '0';
  return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? 1000 : tens * 10 + ones;
}

}  // namespace

/// `2024-01-31T12:00:00Z`, also with a blank for the T or without the Z, whole seconds only. Dates
/// repeat, so the last one is kept.
bool TimeColumn::quick_date(const char* begin, const char* end, std::int64_t& ns) {
  const auto size = end - begin;
  if ((size != 20 || begin[19] != 'Z') && size != 19) {
    return false;
  }
  if ((begin[10] != 'T' && begin[10] != ' ') || begin[13] != ':' || begin[16] != ':') {
    return false;
  }
  const int hour = two_digits(begin + 11);
  const int minute = two_digits(begin + 14);
  const int second = two_digits(begin + 17);
  if (hour > 23 || minute > 59 || second > 59) {
    return false;
  }
  if (std::memcmp(begin, known_date_, sizeof known_date_) != 0) {
    const auto days = support::parse_rfc3339({begin, sizeof known_date_});
    if (!days) {
      return false;
    }
    std::memcpy(known_date_, begin, sizeof known_date_);
    known_days_ = *days;
  }
  ns = known_days_ + (hour * 3600 + minute * 60 + second) * std::int64_t{1'000'000'000};
  return true;
}

void TimeColumn::decode(const Rows& rows, TimeReader& reader, std::vector<std::int64_t>& raw,
                        std::vector<BadField>& bad) {
  raw.resize(rows.count);
  const bool last_of_line = rows.carriage_returns && field_ + 1 == rows.num_fields;
  const auto each = [&](const auto& quick) {
    for (std::size_t row = 0; row < rows.count; ++row) {
      const char* begin = rows.begin(row, field_);
      const char* end = rows.end(row, field_);
      end -= last_of_line && end > begin ? 1 : 0;
      if (quick(begin, end, raw[row])) [[likely]] {
        continue;
      }
      const std::string_view text = plain_field({begin, static_cast<std::size_t>(end - begin)},
                                                rows.quote, rows.quotes_seen, scratch_);
      const auto number = reader.raw(text);
      raw[row] = number.value_or(0);
      if (!number || (!is_absolute(reader.format()) && *number < 0)) {
        // Asking a copy for the message leaves the reader where it is.
        TimeReader copy = reader;
        bad.push_back({row, field_, copy.read(text).error()});
      }
    }
  };
  switch (reader.format()) {
    case TimeFormat::Auto:
    case TimeFormat::RelativeSeconds:
    case TimeFormat::OffsetSeconds:
    case TimeFormat::UnixSeconds:
      return each(quick_seconds);
    case TimeFormat::RelativeNanos:
    case TimeFormat::OffsetNanos:
    case TimeFormat::UnixNanos:
      return each(
          [](const char* b, const char* e, std::int64_t& ns) { return quick_whole(b, e, 1, ns); });
    case TimeFormat::UnixMillis:
      return each([](const char* b, const char* e, std::int64_t& ns) {
        return quick_whole(b, e, 1'000'000, ns);
      });
    case TimeFormat::UnixMicros:
      return each([](const char* b, const char* e, std::int64_t& ns) {
        return quick_whole(b, e, 1'000, ns);
      });
    case TimeFormat::Rfc3339:
      return each(
          [this](const char* b, const char* e, std::int64_t& ns) { return quick_date(b, e, ns); });
  }
}

}  // namespace fairmon::plugins::csv
