#include "capi/session/frame_decoder.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace fairmon::capi {

namespace {

bool interns(const Type& type) { return type.is(TypeKind::String) || type.is(TypeKind::Bytes); }

/// Bits [from, from + count) of a bitmap as presence bits, first bit lowest.
void copy_bits(const std::uint8_t* bits, std::int64_t from, std::size_t count,
               std::vector<std::uint64_t>& words) {
  for (std::size_t word = 0; word < words.size(); ++word) {
    const std::size_t here = std::min<std::size_t>(64, count - word * 64);
    std::uint64_t value = 0;
    const std::int64_t first = from + static_cast<std::int64_t>(word) * 64;
    for (std::size_t bit = 0; bit < here; ++bit) {
      const std::int64_t at = first + static_cast<std::int64_t>(bit);
      value |= static_cast<std::uint64_t>(bits[at / 8] >> (at % 8) & 1) << bit;
    }
    words[word] = value;
  }
}

void set_all(std::size_t count, std::vector<std::uint64_t>& words) {
  std::fill(words.begin(), words.end(), ~std::uint64_t{0});
  if (count % 64 != 0) {
    words.back() = ~std::uint64_t{0} >> (64 - count % 64);
  }
}

/// Cells of absent rows hold 0.
void clear_absent(InputColumn& target, std::size_t count) {
  for (std::size_t row = 0; row < count; ++row) {
    target.cells[row] = target.has(row) ? target.cells[row] : 0;
  }
}

template <typename From>
void widen(const From* from, std::size_t count, std::vector<Cell>& cells) {
  for (std::size_t row = 0; row < count; ++row) {
    cells[row] = cell_of(static_cast<std::int64_t>(from[row]));
  }
}

template <typename From>
void to_real(const From* from, std::size_t count, std::vector<Cell>& cells) {
  for (std::size_t row = 0; row < count; ++row) {
    cells[row] = cell_of(static_cast<double>(from[row]));
  }
}

/// Not a number means absent.
template <typename From>
void drop_nan(const From* from, std::size_t count, InputColumn& target) {
  for (std::size_t row = 0; row < count; ++row) {
    if (std::isnan(from[row])) {
      target.present[row / 64] &= ~(std::uint64_t{1} << (row % 64));
      target.cells[row] = 0;
    }
  }
}

/// Whole numbers of up to 64 bits for an Int64 input; false if the layout is another.
bool fill_integers(const ColumnView& view, std::int64_t begin, std::size_t count,
                   InputColumn& target) {
  switch (view.format().layout) {
    case Layout::Int64:
      std::memcpy(target.cells.data(), view.data<std::int64_t>() + begin, count * sizeof(Cell));
      return true;
    case Layout::Int32:
      widen(view.data<std::int32_t>() + begin, count, target.cells);
      return true;
    case Layout::Int16:
      widen(view.data<std::int16_t>() + begin, count, target.cells);
      return true;
    case Layout::Int8:
      widen(view.data<std::int8_t>() + begin, count, target.cells);
      return true;
    case Layout::UInt32:
      widen(view.data<std::uint32_t>() + begin, count, target.cells);
      return true;
    case Layout::UInt16:
      widen(view.data<std::uint16_t>() + begin, count, target.cells);
      return true;
    case Layout::UInt8:
      widen(view.data<std::uint8_t>() + begin, count, target.cells);
      return true;
    case Layout::Null:
    case Layout::Bool:
    case Layout::UInt64:
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
  return false;
}

bool fill_reals(const ColumnView& view, std::int64_t begin, std::size_t count,
                InputColumn& target) {
  if (view.format().layout == Layout::Double) {
    std::memcpy(target.cells.data(), view.data<double>() + begin, count * sizeof(Cell));
    drop_nan(view.data<double>() + begin, count, target);
    return true;
  }
  if (view.format().layout == Layout::Float) {
    to_real(view.data<float>() + begin, count, target.cells);
    drop_nan(view.data<float>() + begin, count, target);
    return true;
  }
  if (view.format().layout == Layout::Int64) {
    to_real(view.data<std::int64_t>() + begin, count, target.cells);
    return true;
  }
  return false;
}

bool fill_bools(const ColumnView& view, std::int64_t begin, std::size_t count,
                InputColumn& target) {
  if (view.format().layout != Layout::Bool) {
    return false;
  }
  for (std::size_t row = 0; row < count; ++row) {
    target.cells[row] = static_cast<Cell>(view.integer(begin + static_cast<std::int64_t>(row)));
  }
  return true;
}

}  // namespace

Failure FrameDecoder::at(const Column& column, std::int64_t row, std::string problem) const {
  const InputSchema::Input& input = schema_.inputs[column.input];
  const std::string& name = binding_.names[binding_.column_of_input[column.input]];
  Failure failure = bad_input("row " + std::to_string(row) + " of the column `" + name +
                              "` for the input `" + input.name + "`: " + std::move(problem));
  failure.stream = input.name;
  failure.column = name;
  failure.row = row;
  return failure;
}

Failure FrameDecoder::time_failure(std::int64_t row, const std::string& problem) const {
  const std::string name = binding_.time == Binding::kNone ? "" : binding_.names[binding_.time];
  Failure failure =
      bad_input("the time in row " + std::to_string(row) +
                (name.empty() ? "" : " of the column `" + name + "`") + " " + problem);
  failure.column = name;
  failure.row = row;
  return failure;
}

Outcome<void> FrameDecoder::bind(const ArrowSchema& schema) {
  std::vector<std::string> names;
  std::string joined;
  for (std::int64_t i = 0; i < schema.n_children; ++i) {
    names.emplace_back(text_of(schema.children[i]->name));
    joined += names.back() + '\0';
  }
  if (joined == bound_ && !bound_.empty()) {
    return {};
  }
  auto binding = Binding::make(std::move(names), schema_, options_);
  if (!binding) {
    return std::move(binding).error();
  }
  binding_ = std::move(*binding);
  bound_ = std::move(joined);
  return {};
}

Outcome<void> FrameDecoder::open(const ArrowSchema& schema, const ArrowArray& array) {
  if (text_of(schema.format) != "+s" || schema.n_children != array.n_children) {
    return bad_input("expected a record batch, an array of structures with one field per column");
  }
  if (auto bound = bind(schema); !bound) {
    return bound;
  }
  num_rows_ = array.length;
  columns_.clear();
  texts_.clear();
  time_.reset();
  for (std::size_t input = 0; input < schema_.inputs.size(); ++input) {
    const std::size_t place = binding_.column_of_input[input];
    if (place == Binding::kNone) {
      continue;
    }
    auto view = ColumnView::make(*schema.children[place], *array.children[place], array.offset,
                                 array.length);
    if (!view) {
      Failure failure = std::move(view).error();
      failure.stream = schema_.inputs[input].name;
      failure.column = binding_.names[place];
      failure.message = "the column `" + failure.column + "` for the input `" + failure.stream +
                        "`: " + failure.message;
      return failure;
    }
    const bool quick =
        schema_.inputs[input].type.is(TypeKind::String) && schema_.inputs[input].missing.empty();
    columns_.push_back({std::move(*view), input, quick, {}});
  }
  for (Column& column : columns_) {
    if (interns(schema_.inputs[column.input].type)) {
      texts_.push_back(&column);
    }
  }
  if (binding_.time != Binding::kNone) {
    auto view = ColumnView::make(*schema.children[binding_.time], *array.children[binding_.time],
                                 array.offset, array.length);
    if (!view) {
      return time_failure(0, std::move(view).error().message);
    }
    time_ = std::move(*view);
  }
  return {};
}

Outcome<std::optional<Timestamp>> FrameDecoder::start_of(Clock clock) {
  fairmon_value value{FAIRMON_ABSENT, 0, 0.0, nullptr, 0};
  if (time_ && num_rows_ > 0) {
    auto found = time_->value(0, scratch_);
    if (!found) {
      return time_failure(0, found.error());
    }
    value = *found;
  }
  if (const auto time = clock.read(value); num_rows_ > 0 && !time) {
    return time_failure(0, time.error());
  }
  return clock.start();
}

Outcome<void> FrameDecoder::decode_times(Range range, Clock& clock, Timestamp& last,
                                         EventBatch& batch) {
  std::vector<Timestamp>& times = batch.mutable_times();
  fairmon_value value{FAIRMON_ABSENT, 0, 0.0, nullptr, 0};
  const std::int64_t first = decode_quick_times(range, clock, last, batch);
  for (std::int64_t row = first; row < range.end; ++row) {
    if (time_) {
      auto found = time_->value(row, scratch_);
      if (!found) {
        return time_failure(range.first_row + row, found.error());
      }
      value = *found;
    }
    const auto time = clock.read(value);
    if (!time) {
      return time_failure(range.first_row + row, time.error());
    }
    if (*time < last) {
      return time_failure(range.first_row + row,
                          "lies before that of the event before it; sort the data by time first");
    }
    last = *time;
    times[static_cast<std::size_t>(row - range.begin)] = *time;
  }
  return {};
}

/// The common kinds of columns, as a whole. False: the values need a look each.
bool FrameDecoder::decode_whole(const Column& column, Range range, EventBatch& batch) const {
  const ColumnView& view = column.view;
  const Type& type = schema_.inputs[column.input].type;
  InputColumn& target = batch.column(column.input);
  const auto count = static_cast<std::size_t>(range.end - range.begin);
  const bool plain = view.format().meaning == Meaning::Plain && view.dictionary() == nullptr;
  const bool known = (type.is(TypeKind::Int) && type.bits() >= 64) || type.is(TypeKind::Float) ||
                     type.is(TypeKind::Bool);
  if (!plain || !known) {
    return false;
  }
  if (view.validity() != nullptr) {
    copy_bits(view.validity(), view.offset() + range.begin, count, target.present);
  } else {
    set_all(count, target.present);
  }
  const bool filled = type.is(TypeKind::Int)    ? fill_integers(view, range.begin, count, target)
                      : type.is(TypeKind::Bool) ? fill_bools(view, range.begin, count, target)
                                                : fill_reals(view, range.begin, count, target);
  if (filled && view.validity() != nullptr) {
    clear_absent(target, count);
  }
  if (!filled) {
    std::fill(target.present.begin(), target.present.end(), 0);
  }
  return filled;
}

Outcome<void> FrameDecoder::decode_row(Column& column, std::int64_t row, Range range,
                                       TextCache& texts, EventBatch& batch) {
  const ColumnView& view = column.view;
  if (!view.valid(row)) {
    return {};
  }
  const auto target = static_cast<std::size_t>(row - range.begin);
  std::size_t place = Binding::kNone;
  if (column.quick && view.dictionary() != nullptr && view.index(row) >= 0) {
    place = static_cast<std::size_t>(view.index(row));
    if (column.symbols.empty()) {
      column.symbols.assign(static_cast<std::size_t>(view.dictionary()->length()), kNotYet);
    }
    if (column.symbols[place] != kNotYet) {
      batch.set(target, column.input, column.symbols[place]);
      return {};
    }
  }
  const auto value = view.value(row, scratch_);
  if (!value) {
    return at(column, range.first_row + row, value.error());
  }
  const auto cell = cell_of_value(schema_.inputs[column.input], *value, texts);
  if (!cell) {
    return at(column, range.first_row + row, cell.error());
  }
  if (cell->has_value()) {
    batch.set(target, column.input, **cell);
    if (place != Binding::kNone) {
      column.symbols[place] = **cell;
    }
  }
  return {};
}

Outcome<void> FrameDecoder::decode_each(Column& column, Range range, TextCache& texts,
                                        EventBatch& batch) {
  for (std::int64_t row = range.begin; row < range.end; ++row) {
    if (auto done = decode_row(column, row, range, texts, batch); !done) {
      return done;
    }
  }
  return {};
}

Outcome<void> FrameDecoder::decode(std::int64_t begin, std::int64_t end, std::int64_t first_row,
                                   Clock& clock, Timestamp& last, TextCache& texts,
                                   EventBatch& batch) {
  const Range range{begin, end, first_row};
  if (generation_ != texts.generation()) {
    generation_ = texts.generation();
    for (Column& column : columns_) {
      column.symbols.clear();
    }
  }
  batch.resize(static_cast<std::size_t>(end - begin));
  if (auto timed = decode_times(range, clock, last, batch); !timed) {
    return timed;
  }
  for (Column& column : columns_) {
    const bool later = interns(schema_.inputs[column.input].type);
    if (!later && !decode_whole(column, range, batch)) {
      if (auto done = decode_each(column, range, texts, batch); !done) {
        return done;
      }
    }
  }
  // Row by row, so that texts get their numbers in the same order however the rows were cut into
  // batches, and equal runs have equal states.
  for (std::int64_t row = begin; row < end && !texts_.empty(); ++row) {
    for (Column* column : texts_) {
      if (column->quick &&
          decode_quick_text(*column, row, static_cast<std::size_t>(row - begin), texts, batch)) {
        continue;
      }
      if (auto done = decode_row(*column, row, range, texts, batch); !done) {
        return done;
      }
    }
  }
  return {};
}

}  // namespace fairmon::capi
