#include <array>

#include "capi/arrow/column_view.hpp"
#include "support/number.hpp"

namespace fairmon::capi {

namespace {

struct Known {
  std::string_view format;
  Layout layout;
  Meaning meaning;
  std::int64_t nanoseconds = 1;
};

constexpr std::int64_t kSecondNs = 1'000'000'000;
constexpr std::int64_t kDayNs = 86'400 * kSecondNs;

constexpr std::array kKnown = {
    Known{"n", Layout::Null, Meaning::Plain},
    Known{"b", Layout::Bool, Meaning::Plain},
    Known{"c", Layout::Int8, Meaning::Plain},
    Known{"C", Layout::UInt8, Meaning::Plain},
    Known{"s", Layout::Int16, Meaning::Plain},
    Known{"S", Layout::UInt16, Meaning::Plain},
    Known{"i", Layout::Int32, Meaning::Plain},
    Known{"I", Layout::UInt32, Meaning::Plain},
    Known{"l", Layout::Int64, Meaning::Plain},
    Known{"L", Layout::UInt64, Meaning::Plain},
    Known{"e", Layout::Half, Meaning::Plain},
    Known{"f", Layout::Float, Meaning::Plain},
    Known{"g", Layout::Double, Meaning::Plain},
    Known{"u", Layout::Text, Meaning::Text},
    Known{"U", Layout::LargeText, Meaning::Text},
    Known{"vu", Layout::TextView, Meaning::Text},
    Known{"z", Layout::Text, Meaning::Binary},
    Known{"Z", Layout::LargeText, Meaning::Binary},
    Known{"vz", Layout::TextView, Meaning::Binary},
    Known{"tdD", Layout::Int32, Meaning::Time, kDayNs},
    Known{"tdm", Layout::Int64, Meaning::Time, 1'000'000},
    Known{"tDs", Layout::Int64, Meaning::Duration, kSecondNs},
    Known{"tDm", Layout::Int64, Meaning::Duration, 1'000'000},
    Known{"tDu", Layout::Int64, Meaning::Duration, 1'000},
    Known{"tDn", Layout::Int64, Meaning::Duration, 1},
};

// `tss:`, `tsm:`, `tsu:`, `tsn:`, then a zone. Values count from 1970 in UTC; without a zone they
// are taken for UTC, as everywhere in FairMon.
constexpr std::array kTimes = {
    Known{"tss:", Layout::Int64, Meaning::Time, kSecondNs},
    Known{"tsm:", Layout::Int64, Meaning::Time, 1'000'000},
    Known{"tsu:", Layout::Int64, Meaning::Time, 1'000},
    Known{"tsn:", Layout::Int64, Meaning::Time, 1},
};

Failure refused(std::string_view format) {
  std::string what = "values of the Arrow format `" + std::string(format) + "`";
  std::string way = "; choose the part that is meant as a column of its own";
  if (format.starts_with("+r")) {
    what = "run-end encoded values";
    way = "; decode the column first";
  } else if (format.starts_with("+")) {
    what = "lists, structures and unions";
  } else if (format.starts_with("tt")) {
    what = "times of day without a date";
    way = "; put date and time together first";
  } else if (format.starts_with("ti")) {
    what = "calendar intervals";
    way = "; make them durations first";
  }
  return bad_input(what + " cannot be read" + way);
}

/// `d:precision,scale[,bits]`
Outcome<ColumnFormat> parse_decimal(std::string_view format) {
  ColumnFormat parsed;
  parsed.meaning = Meaning::Decimal;
  std::string_view rest = format.substr(2);
  std::array<std::int32_t, 3> numbers = {0, 0, 128};
  for (std::size_t i = 0; i < numbers.size() && !rest.empty(); ++i) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const auto number = support::parse_number<std::int32_t>(rest.substr(0, comma));
    if (!number) {
      return refused(format);
    }
    numbers[i] = *number;
    rest.remove_prefix(std::min(rest.size(), comma + 1));
  }
  parsed.scale = numbers[1];
  switch (numbers[2]) {
    case 32:
      parsed.layout = Layout::Decimal32;
      break;
    case 64:
      parsed.layout = Layout::Decimal64;
      break;
    case 128:
      parsed.layout = Layout::Decimal128;
      break;
    case 256:
      parsed.layout = Layout::Decimal256;
      break;
    default:
      return refused(format);
  }
  return parsed;
}

}  // namespace

Outcome<ColumnFormat> ColumnFormat::parse(std::string_view format) {
  for (const Known& known : kKnown) {
    if (known.format == format) {
      return ColumnFormat{known.layout, known.meaning, known.nanoseconds, 0, 0};
    }
  }
  for (const Known& known : kTimes) {
    if (format.starts_with(known.format)) {
      return ColumnFormat{known.layout, known.meaning, known.nanoseconds, 0, 0};
    }
  }
  if (format.starts_with("d:")) {
    return parse_decimal(format);
  }
  if (format.starts_with("w:")) {
    const auto width = support::parse_number<std::int64_t>(format.substr(2));
    if (width && *width >= 0) {
      return ColumnFormat{Layout::FixedBinary, Meaning::Binary, 1, 0, *width};
    }
  }
  return refused(format);
}

}  // namespace fairmon::capi
