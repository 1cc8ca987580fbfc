// The common columns of times and texts, without a look at each value's kind. Whatever is unusual
// is left to the way that looks, which also says what is wrong.

#include <cmath>

#include "capi/session/frame_decoder.hpp"

namespace fairmon::capi {

namespace {

constexpr double kFarthest = 9.2e18;  // as Clock has it

/// Nanoseconds of a value, or false if it is none or too far away.
bool nanoseconds_of(double value, std::int64_t unit, std::int64_t& out) {
  const double scaled = std::nearbyint(value * static_cast<double>(unit));
  if (!(std::abs(scaled) < kFarthest)) {
    return false;
  }
  out = static_cast<std::int64_t>(scaled);
  return true;
}

bool nanoseconds_of(std::int64_t value, std::int64_t unit, std::int64_t& out) {
  return !__builtin_mul_overflow(value, unit, &out);
}

/// Places values until one is unusual, or lies before the one before it; returns how many.
template <typename Value>
std::size_t place_times(const Value* values, std::size_t count, Clock::Scale scale, Timestamp last,
                        Timestamp* times) {
  std::size_t row = 0;
  for (; row < count; ++row) {
    std::int64_t time = 0;
    if (!nanoseconds_of(values[row], scale.unit, time) ||
        __builtin_sub_overflow(time, scale.start, &time) || time < 0 || time < last.ns) {
      break;
    }
    last.ns = time;
    times[row] = last;
  }
  return row;
}

fairmon_kind kind_of(const ColumnView& view) {
  const ColumnFormat& format = view.format();
  if (format.meaning == Meaning::Plain && format.layout == Layout::Double) {
    return FAIRMON_NUMBER;
  }
  if (format.layout != Layout::Int64) {
    return FAIRMON_ABSENT;
  }
  return format.meaning == Meaning::Plain  ? FAIRMON_INTEGER
         : format.meaning == Meaning::Time ? FAIRMON_TIME
                                           : FAIRMON_ABSENT;
}

}  // namespace

std::int64_t FrameDecoder::decode_quick_times(Range range, Clock& clock, Timestamp& last,
                                              EventBatch& batch) const {
  if (!time_ || time_->has_nulls() || time_->dictionary() != nullptr) {
    return range.begin;
  }
  const fairmon_kind kind = kind_of(*time_);
  auto scale = clock.scale(kind);
  if (!scale) {
    return range.begin;
  }
  Timestamp* const times = batch.mutable_times().data();
  const auto count = static_cast<std::size_t>(range.end - range.begin);
  std::size_t placed = 0;
  if (kind == FAIRMON_NUMBER) {
    placed = place_times(time_->data<double>() + range.begin, count, *scale, last, times);
  } else {
    scale->unit = kind == FAIRMON_TIME ? time_->format().nanoseconds : scale->unit;
    placed = place_times(time_->data<std::int64_t>() + range.begin, count, *scale, last, times);
  }
  if (placed > 0) {
    last = times[placed - 1];
    clock.note_placed(last, placed);
  }
  return range.begin + static_cast<std::int64_t>(placed);
}

bool FrameDecoder::decode_quick_text(Column& column, std::int64_t row, std::size_t target,
                                     TextCache& texts, EventBatch& batch) const {
  const ColumnView& view = column.view;
  if (!view.valid(row)) {
    return true;
  }
  if (view.dictionary() != nullptr) {
    const std::int64_t place = view.index(row);
    if (place < 0 || static_cast<std::size_t>(place) >= column.symbols.size() ||
        column.symbols[static_cast<std::size_t>(place)] == kNotYet) {
      return false;
    }
    batch.set(target, column.input, column.symbols[static_cast<std::size_t>(place)]);
    return true;
  }
  std::string_view text;
  if (view.format().meaning != Meaning::Text || !view.text(row, text)) {
    return false;
  }
  const std::uint32_t symbol = texts.symbol_of(text, true);
  if (symbol == SymbolTable::kMissing) {
    return false;
  }
  batch.set(target, column.input, symbol);
  return true;
}

}  // namespace fairmon::capi
