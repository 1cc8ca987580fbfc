#include "capi/arrow/column_view.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstring>

namespace fairmon::capi {

namespace {

/// As the Arrow format lays them out: 12 bytes in place, or a prefix, a buffer and an offset.
struct TextViewEntry {
  std::int32_t size;
  std::array<char, 4> prefix;
  std::int32_t buffer;
  std::int32_t offset;
};
static_assert(sizeof(TextViewEntry) == 16);

double half_to_double(std::uint16_t bits) noexcept {
  const int exponent = bits >> 10 & 31;
  const double mantissa = bits & 1023;
  const double sign = (bits & 0x8000) != 0 ? -1.0 : 1.0;
  if (exponent == 31) {
    return mantissa == 0 ? sign * HUGE_VAL : std::nan("");
  }
  return sign *
         (exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(mantissa + 1024, exponent - 25));
}

/// Divides a number of 32-bit words, lowest first, by ten; returns the rest.
unsigned divide_by_ten(std::array<std::uint32_t, 8>& words) noexcept {
  std::uint64_t rest = 0;
  for (std::size_t i = words.size(); i-- > 0;) {
    const std::uint64_t part = rest << 32U | words[i];
    words[i] = static_cast<std::uint32_t>(part / 10);
    rest = part % 10;
  }
  return static_cast<unsigned>(rest);
}

/// The digits of a two's complement number of up to 32 bytes, with a point before the last `scale`.
std::string decimal_text(const std::uint8_t* bytes, std::size_t size, std::int32_t scale) {
  std::array<std::uint8_t, 32> whole{};
  std::memcpy(whole.data(), bytes, size);
  const bool negative = (bytes[size - 1] & 0x80U) != 0;
  std::memset(whole.data() + size, negative ? 0xff : 0, whole.size() - size);
  std::array<std::uint32_t, 8> words{};
  std::memcpy(words.data(), whole.data(), whole.size());
  if (negative) {
    std::uint64_t carry = 1;
    for (std::uint32_t& word : words) {
      carry += static_cast<std::uint32_t>(~word);
      word = static_cast<std::uint32_t>(carry);
      carry >>= 32U;
    }
  }
  std::string digits;  // last first
  while (words != std::array<std::uint32_t, 8>{}) {
    digits += static_cast<char>('0' + divide_by_ten(words));
  }
  const auto places = static_cast<std::size_t>(std::max(scale, 0));
  digits.append(digits.size() <= places ? places + 1 - digits.size() : 0, '0');
  std::string text = negative ? "-" : "";
  text.append(digits.rbegin(), digits.rend());
  text.append(scale < 0 ? static_cast<std::size_t>(-scale) : 0, '0');
  if (places > 0) {
    text.insert(text.size() - places, ".");
    text.erase(text.find_last_not_of('0') + 1);
    text.erase(text.back() == '.' ? text.size() - 1 : text.size());
  }
  return text;
}

std::int64_t buffers_of(Layout layout) {
  if (layout == Layout::Null) {
    return 0;
  }
  return layout == Layout::Text || layout == Layout::LargeText ? 3 : 2;
}

}  // namespace

Outcome<ColumnView> ColumnView::make(const ArrowSchema& schema, const ArrowArray& array,
                                     std::int64_t offset, std::int64_t length) {
  auto format = ColumnFormat::parse(text_of(schema.format));
  if (!format) {
    return std::move(format).error();
  }
  if (array.n_buffers < buffers_of(format->layout) || array.length < offset + length) {
    return bad_input("the Arrow array is damaged: it has fewer buffers or rows than it says");
  }
  ColumnView view;
  view.format_ = *format;
  view.offset_ = array.offset + offset;
  view.length_ = length;
  if (format->layout != Layout::Null) {
    // A producer that counted no nulls may leave the bits out, or leave them unset.
    view.validity_ =
        array.null_count == 0 ? nullptr : static_cast<const std::uint8_t*>(array.buffers[0]);
    view.values_ = array.buffers[1];
  }
  if (format->layout == Layout::Text || format->layout == Layout::LargeText) {
    view.bytes_ = static_cast<const char*>(array.buffers[2]);
  }
  if (format->layout == Layout::TextView) {
    // Behind the views come any number of buffers, then one with their sizes.
    view.parts_ = array.buffers + 2;
    view.num_parts_ = array.n_buffers - 3;
  }
  if (schema.dictionary != nullptr) {
    if (array.dictionary == nullptr) {
      return bad_input("the Arrow array is damaged: it has no dictionary");
    }
    auto dictionary = make(*schema.dictionary, *array.dictionary, 0, array.dictionary->length);
    if (!dictionary) {
      return std::move(dictionary).error();
    }
    view.dictionary_ = std::make_shared<const ColumnView>(std::move(*dictionary));
  }
  if (length > 0 && format->layout != Layout::Null && view.values_ == nullptr) {
    return bad_input("the Arrow array is damaged: a buffer is missing");
  }
  return view;
}

std::int64_t ColumnView::integer(std::int64_t row) const noexcept {
  switch (format_.layout) {
    case Layout::Bool: {
      const std::int64_t bit = offset_ + row;
      return static_cast<const std::uint8_t*>(values_)[bit / 8] >> (bit % 8) & 1;
    }
    case Layout::Int8:
      return data<std::int8_t>()[row];
    case Layout::Int16:
      return data<std::int16_t>()[row];
    case Layout::Int32:
      return data<std::int32_t>()[row];
    case Layout::Int64:
      return data<std::int64_t>()[row];
    case Layout::UInt8:
      return data<std::uint8_t>()[row];
    case Layout::UInt16:
      return data<std::uint16_t>()[row];
    case Layout::UInt32:
      return data<std::uint32_t>()[row];
    case Layout::UInt64:
      return std::bit_cast<std::int64_t>(data<std::uint64_t>()[row]);
    case Layout::Null:
    case Layout::Half:
    case Layout::Float:
    case Layout::Double:
    case Layout::Text:
    case Layout::LargeText:
    case Layout::TextView:
    case Layout::FixedBinary:
    case Layout::Decimal32:
    case Layout::Decimal64:
    case Layout::Decimal128:
    case Layout::Decimal256:
      break;
  }
  return 0;
}

bool ColumnView::text(std::int64_t row, std::string_view& out) const noexcept {
  std::int64_t begin = 0;
  std::int64_t size = 0;
  const char* bytes = bytes_;
  if (format_.layout == Layout::Text) {
    begin = data<std::int32_t>()[row];
    size = data<std::int32_t>()[row + 1] - begin;
  } else if (format_.layout == Layout::LargeText) {
    begin = data<std::int64_t>()[row];
    size = data<std::int64_t>()[row + 1] - begin;
  } else if (format_.layout == Layout::FixedBinary) {
    bytes = static_cast<const char*>(values_);
    begin = (offset_ + row) * format_.width;
    size = format_.width;
  } else if (format_.layout == Layout::TextView) {
    const TextViewEntry& entry = data<TextViewEntry>()[row];
    size = entry.size;
    if (size <= 12) {
      bytes = entry.prefix.data();
    } else if (entry.buffer < 0 || entry.buffer >= num_parts_) {
      return false;
    } else {
      bytes = static_cast<const char*>(parts_[entry.buffer]);
      begin = entry.offset;
    }
  } else {
    return false;
  }
  if (begin < 0 || size < 0 || (size > 0 && bytes == nullptr)) {
    return false;
  }
  out = size == 0 ? std::string_view()
                  : std::string_view(bytes + begin, static_cast<std::size_t>(size));
  return true;
}

std::int64_t ColumnView::index(std::int64_t row) const noexcept {
  const std::int64_t place = integer(row);
  return place >= 0 && place < dictionary_->length() ? place : -1;
}

fairmon_value ColumnView::decimal_value(std::int64_t row, std::string& scratch) const {
  std::size_t size = 16;
  size = format_.layout == Layout::Decimal32 ? 4 : size;
  size = format_.layout == Layout::Decimal64 ? 8 : size;
  size = format_.layout == Layout::Decimal256 ? 32 : size;
  const auto place = static_cast<std::size_t>(offset_ + row);
  scratch =
      decimal_text(static_cast<const std::uint8_t*>(values_) + place * size, size, format_.scale);
  return {FAIRMON_DECIMAL, 0, 0.0, scratch.data(), scratch.size()};
}

Result<fairmon_value, std::string> ColumnView::scaled_value(std::int64_t row) const {
  std::int64_t nanoseconds = 0;
  if (__builtin_mul_overflow(integer(row), format_.nanoseconds, &nanoseconds)) {
    return std::string(
        "is too far away: times lie between 1678 and 2261, as far as nanoseconds "
        "reach");
  }
  const fairmon_kind kind = format_.meaning == Meaning::Time ? FAIRMON_TIME : FAIRMON_DURATION;
  return fairmon_value{kind, nanoseconds, 0.0, nullptr, 0};
}

fairmon_value ColumnView::plain_value(std::int64_t row) const {
  const auto number = [](double value) {
    return fairmon_value{FAIRMON_NUMBER, 0, value, nullptr, 0};
  };
  const auto whole = [&](fairmon_kind kind) {
    return fairmon_value{kind, integer(row), 0.0, nullptr, 0};
  };
  const Layout layout = format_.layout;
  if (layout == Layout::Double) {
    return number(data<double>()[row]);
  }
  if (layout == Layout::Float) {
    return number(static_cast<double>(data<float>()[row]));
  }
  if (layout == Layout::Half) {
    return number(half_to_double(data<std::uint16_t>()[row]));
  }
  return whole(layout == Layout::Bool     ? FAIRMON_BOOL
               : layout == Layout::UInt64 ? FAIRMON_UNSIGNED
                                          : FAIRMON_INTEGER);
}

Result<fairmon_value, std::string> ColumnView::value(std::int64_t row, std::string& scratch) const {
  const fairmon_value absent{FAIRMON_ABSENT, 0, 0.0, nullptr, 0};
  if (format_.layout == Layout::Null || !valid(row)) {
    return absent;
  }
  if (dictionary_ != nullptr) {
    const std::int64_t place = index(row);
    return place < 0 ? Result<fairmon_value, std::string>("has no entry in its dictionary")
                     : dictionary_->value(place, scratch);
  }
  switch (format_.meaning) {
    case Meaning::Plain:
      return plain_value(row);
    case Meaning::Time:
    case Meaning::Duration:
      return scaled_value(row);
    case Meaning::Decimal:
      return decimal_value(row, scratch);
    case Meaning::Text:
    case Meaning::Binary:
      break;
  }
  std::string_view found;
  if (!text(row, found)) {
    return std::string("is damaged: its place in the buffers does not exist");
  }
  const fairmon_kind kind = format_.meaning == Meaning::Text ? FAIRMON_TEXT : FAIRMON_BINARY;
  return fairmon_value{kind, 0, 0.0, found.data(), found.size()};
}

}  // namespace fairmon::capi
