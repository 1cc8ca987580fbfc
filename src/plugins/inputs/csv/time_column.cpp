#include "plugins/inputs/csv/time_column.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "plugins/inputs/csv/decimals.hpp"
#include "plugins/reading/csv/dialect.hpp"
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

/// As many as can be read at once, and are neither negative nor too large.
std::size_t many_wholes(const Rows& rows, std::size_t field, std::size_t from, std::int64_t unit,
                        std::int64_t* ns) {
  const std::size_t stop = best_decimals().wholes(rows, field, from, reinterpret_cast<Cell*>(ns));
  for (std::size_t row = from; row < stop; ++row) {
    if (ns[row] < 0 || __builtin_mul_overflow(ns[row], unit, &ns[row])) {
      return row;
    }
  }
  return stop;
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

template <class Many, class Quick>
void TimeColumn::decode_with(const Many& many, const Quick& quick, const Rows& rows,
                             const TimeReader& reader, std::vector<std::int64_t>& raw,
                             std::vector<BadField>& bad) {
  const bool returns = rows.ends_with_return(field_);
  for (std::size_t row = 0; row < rows.count;) {
    row = many(rows, row, raw.data());
    const std::size_t stop = std::min(rows.count, row + 4);  // one of these stopped it
    for (; row < stop; ++row) {
      const char* begin = rows.begin(row, field_);
      const char* end = rows.end(row, field_);
      end -= returns && end > begin && end[-1] == '\r' ? 1 : 0;
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
  }
}

void TimeColumn::decode(const Rows& rows, const TimeReader& reader, std::vector<std::int64_t>& raw,
                        std::vector<BadField>& bad) {
  raw.resize(rows.count);
  const auto wholes = [&](std::int64_t unit) {
    decode_with([&](const Rows& all, std::size_t row,
                    std::int64_t* ns) { return many_wholes(all, field_, row, unit, ns); },
                [unit](const char* b, const char* e, std::int64_t& ns) {
                  return quick_whole(b, e, unit, ns);
                },
                rows, reader, raw, bad);
  };
  switch (reader.format()) {
    case TimeFormat::Auto:
    case TimeFormat::RelativeSeconds:
    case TimeFormat::OffsetSeconds:
    case TimeFormat::UnixSeconds:
      return decode_with(
          [&](const Rows& all, std::size_t row, std::int64_t* ns) {
            return best_decimals().seconds(all, field_, row, ns);
          },
          quick_seconds, rows, reader, raw, bad);
    case TimeFormat::RelativeNanos:
    case TimeFormat::OffsetNanos:
    case TimeFormat::UnixNanos:
      return wholes(1);
    case TimeFormat::UnixMillis:
      return wholes(1'000'000);
    case TimeFormat::UnixMicros:
      return wholes(1'000);
    case TimeFormat::Rfc3339:
      return decode_with(
          [](const Rows&, std::size_t row, std::int64_t*) { return row; },
          [this](const char* b, const char* e, std::int64_t& ns) { return quick_date(b, e, ns); },
          rows, reader, raw, bad);
    case TimeFormat::DayFirst:
    case TimeFormat::MonthFirst:
    case TimeFormat::YearFirst:
      return decode_with([](const Rows&, std::size_t row, std::int64_t*) { return row; },
                         [](const char*, const char*, std::int64_t&) { return false; }, rows,
                         reader, raw, bad);
  }
}

}  // namespace fairmon::plugins::csv
