#include "plugins/inputs/csv/column_decoder.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "plugins/inputs/csv/decimals.hpp"
#include "plugins/reading/csv/dialect.hpp"
#include "support/plain_decimal.hpp"
#include "support/text.hpp"

namespace fairmon::plugins::csv {

namespace {

using support::PlainDecimal;

using ReadMany = decltype(DecimalReaders::reals);

/// Numbers whose digits and power of ten are exact as doubles: one division rounds correctly.
struct QuickFloat {
  bool probability = false;
  ReadMany many = best_decimals().reals;

  bool operator()(const char* begin, const char* end, Cell& cell) const {
    static constexpr double kTens[] = {1e0, 1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7, 1e8,
                                       1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16};
    PlainDecimal number;
    if (!support::read_plain_decimal(begin, end, number) || (number.mantissa >> 53) != 0) {
      return false;
    }
    const double magnitude = static_cast<double>(number.mantissa) / kTens[number.fraction_digits];
    cell = cell_of(number.negative ? -magnitude : magnitude);
    return fits(cell);
  }
  [[nodiscard]] bool bounded() const { return probability; }
  [[nodiscard]] bool fits(Cell cell) const {
    const double value = cell_double(cell);
    return !probability || (value >= 0.0 && value <= 1.0);
  }
};

/// Whole numbers of up to 16 digits between two bounds; without a minus if none may be negative.
struct QuickWhole {
  std::int64_t least;
  std::int64_t most;
  ReadMany many = least < 0 ? best_decimals().wholes : best_decimals().naturals;

  bool operator()(const char* begin, const char* end, Cell& cell) const {
    PlainDecimal number;
    if (!support::read_plain_decimal(begin, end, number) || number.fraction_digits != 0 ||
        end[-1] == '.' || (number.negative && least == 0)) {
      return false;
    }
    const auto magnitude = static_cast<std::int64_t>(number.mantissa);
    cell = cell_of(number.negative ? -magnitude : magnitude);
    return fits(cell);
  }
  [[nodiscard]] bool bounded() const {
    return most != std::numeric_limits<std::int64_t>::max();  // else all 16 digits fit
  }
  [[nodiscard]] bool fits(Cell cell) const {
    const std::int64_t value = cell_int(cell);
    return value >= least && value <= most;
  }
};

/// The words are found by comparisons without a jump: which one comes next is anybody's guess.
struct QuickBool {
  bool operator()(const char* begin, const char* end, Cell& cell) const {
    std::uint64_t last = 0;
    std::memcpy(&last, end - 8, 8);
    const auto size = static_cast<std::size_t>(end - begin);
    const bool yes = (size == 4) & ((last >> 32) == 0x6575'7274U);      // true
    const bool no = (size == 5) & ((last >> 24) == 0x65'736c'6166ULL);  // false
    const bool digit = (size == 1) & (((last >> 56) & 0xfeU) == std::uint64_t{'0'});
    cell = static_cast<Cell>(yes | (digit & (((last >> 56) & 1U) != 0)));
    return yes | no | digit;
  }
};

/// Everything else goes the slow way.
struct QuickNothing {
  bool operator()(const char*, const char*, Cell&) const { return false; }
};

void mark_present(InputColumn& column, std::size_t begin, std::size_t end) {
  for (std::size_t row = begin; row < end;) {
    const std::size_t stop = std::min(end, (row / 64 + 1) * 64);
    const std::size_t count = stop - row;
    const std::uint64_t bits = count == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
    column.present[row / 64] |= bits << (row % 64);
    row = stop;
  }
}

void mark_absent(InputColumn& column, std::size_t row) {
  column.cells[row] = 0;
  column.present[row / 64] &= ~(std::uint64_t{1} << (row % 64));
}

}  // namespace

ColumnDecoder::ColumnDecoder(const Type& type, std::uint32_t input, std::size_t field,
                             std::shared_ptr<SymbolTable> symbols, const DecodeOptions& options)
    : type_(type),
      input_(input),
      field_(field),
      symbols_(std::move(symbols)),
      options_(options),
      empty_is_missing_(type.is(TypeKind::String)
                            ? options.empty_string_is_missing
                            : std::find(options.missing.begin(), options.missing.end(), "") !=
                                  options.missing.end()) {
  for (const std::string& spelling : options.missing) {
    if (!spelling.empty()) {
      missing_.push_back(spelling);
    }
  }
}

bool ColumnDecoder::missing(std::string_view text) const {
  if (text.empty()) {
    return empty_is_missing_;
  }
  return std::find(missing_.begin(), missing_.end(), text) != missing_.end();
}

void ColumnDecoder::decode_slowly(const Rows& rows, std::size_t row, InputColumn& column,
                                  std::size_t base, std::vector<BadField>& bad) {
  const char* begin = rows.begin(row, field_);
  const std::string_view raw(begin, static_cast<std::size_t>(rows.end(row, field_) - begin));
  const std::string_view text = plain_field(raw, rows.quote, rows.quotes_seen, scratch_);
  if (missing(text)) {
    mark_absent(column, base + row);
    return;
  }
  auto cell = decode_cell(type_, text, *symbols_);
  if (cell) {
    column.cells[base + row] = *cell;
  } else {
    mark_absent(column, base + row);
    bad.push_back({row, field_, std::move(cell).error()});
  }
}

template <class Quick>
void ColumnDecoder::decode_with(const Quick& quick, const Rows& rows, InputColumn& column,
                                std::size_t base, std::vector<BadField>& bad) {
  const bool returns = rows.ends_with_return(field_);
  Cell* cells = column.cells.data() + base;
  for (std::size_t row = 0; row < rows.count;) {
    std::size_t stop = rows.count;
    if constexpr (requires { quick.many; }) {
      const std::size_t done = quick.many(rows, field_, row, cells);
      for (; quick.bounded() && row < done; ++row) {
        if (!quick.fits(cells[row])) [[unlikely]] {
          decode_slowly(rows, row, column, base, bad);
        }
      }
      row = done;
      stop = std::min(rows.count, row + 4);  // one of these stopped it
    }
    for (; row < stop; ++row) {
      const char* begin = rows.begin(row, field_);
      const char* end = rows.end(row, field_);
      end -= returns && end > begin && end[-1] == '\r' ? 1 : 0;
      if (!quick(begin, end, cells[row])) [[unlikely]] {
        decode_slowly(rows, row, column, base, bad);
      }
    }
  }
}

void ColumnDecoder::decode_strings(const Rows& rows, InputColumn& column, std::size_t base,
                                   std::vector<BadField>& bad) {
  cache_.enter_epoch(symbols_->epoch());
  const bool returns = rows.ends_with_return(field_);
  for (std::size_t row = 0; row < rows.count; ++row) {
    const char* begin = rows.begin(row, field_);
    const char* end = rows.end(row, field_);
    end -= returns && end > begin && end[-1] == '\r' ? 1 : 0;
    const auto size = static_cast<std::size_t>(end - begin);
    if (size - 1 >= StringCache::kLongest) {
      decode_slowly(rows, row, column, base, bad);
      continue;
    }
    // The cache is asked with the field as it stands, quotes and blanks included.
    const StringCache::Key key = StringCache::key_of(end, size);
    const std::uint32_t symbol = cache_.find(key);
    if (symbol != StringCache::kMiss) [[likely]] {
      column.cells[base + row] = symbol;
      continue;
    }
    decode_slowly(rows, row, column, base, bad);
    if (column.has(base + row)) {
      cache_.put(key, static_cast<std::uint32_t>(column.cells[base + row]));
    }
  }
}

void ColumnDecoder::decode(const Rows& rows, EventBatch& batch, std::size_t base,
                           std::vector<BadField>& bad) {
  InputColumn& column = batch.column(input_);
  mark_present(column, base, base + rows.count);
  const unsigned drop = 64U - std::min<unsigned>(type_.bits(), 64);
  switch (type_.kind()) {
    case TypeKind::Bool:
      return decode_with(QuickBool{}, rows, column, base, bad);
    case TypeKind::Int: {
      const std::int64_t most = std::numeric_limits<std::int64_t>::max() >> drop;
      return decode_with(QuickWhole{-most - 1, most}, rows, column, base, bad);
    }
    case TypeKind::UInt: {
      // What is larger than the largest signed number goes the slow way.
      const std::uint64_t most = std::min(~std::uint64_t{0} >> drop, ~std::uint64_t{0} >> 1);
      return decode_with(QuickWhole{0, static_cast<std::int64_t>(most)}, rows, column, base, bad);
    }
    case TypeKind::Float:
      return decode_with(QuickFloat{}, rows, column, base, bad);
    case TypeKind::Prob:
      return decode_with(QuickFloat{true}, rows, column, base, bad);
    case TypeKind::String:
      return decode_strings(rows, column, base, bad);
    case TypeKind::Bytes:
    case TypeKind::Fixed:
    case TypeKind::UFixed:
    case TypeKind::Time:
    case TypeKind::Duration:
    case TypeKind::Tuple:
    case TypeKind::Optional:
    case TypeKind::Unknown:
      return decode_with(QuickNothing{}, rows, column, base, bad);
  }
}

}  // namespace fairmon::plugins::csv
