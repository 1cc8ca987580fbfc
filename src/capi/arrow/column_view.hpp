#pragma once

#include <fairmon/c.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "capi/failure.hpp"

namespace fairmon::capi {

/// How the values of a column lie in memory.
enum class Layout : std::uint8_t {
  Null,
  Bool,
  Int8,
  Int16,
  Int32,
  Int64,
  UInt8,
  UInt16,
  UInt32,
  UInt64,
  Half,
  Float,
  Double,
  Text,
  LargeText,
  TextView,
  FixedBinary,
  Decimal32,
  Decimal64,
  Decimal128,
  Decimal256,
};

/// What they stand for.
enum class Meaning : std::uint8_t { Plain, Text, Binary, Time, Duration, Decimal };

/// The type of a column, from its format: layout, meaning, and how to scale.
struct ColumnFormat {
  Layout layout = Layout::Null;
  Meaning meaning = Meaning::Plain;
  std::int64_t nanoseconds = 1;  ///< of one unit, for times and durations
  std::int32_t scale = 0;        ///< of decimals
  std::int64_t width = 0;        ///< of fixed binary, in bytes

  /// Fails, with a way out, for formats that hold no single values.
  [[nodiscard]] static Outcome<ColumnFormat> parse(std::string_view format);
};

/// One column of a record batch. Reads only; the arrays stay where they are.
class ColumnView {
 public:
  /// `offset` and `length` are those of the record batch.
  [[nodiscard]] static Outcome<ColumnView> make(const ArrowSchema& schema, const ArrowArray& array,
                                                std::int64_t offset, std::int64_t length);

  [[nodiscard]] const ColumnFormat& format() const noexcept { return format_; }
  [[nodiscard]] bool has_nulls() const noexcept { return validity_ != nullptr; }
  [[nodiscard]] const ColumnView* dictionary() const noexcept { return dictionary_.get(); }
  [[nodiscard]] std::int64_t length() const noexcept { return length_; }
  /// Bits of validity with their place of the first row; null: all are valid.
  [[nodiscard]] const std::uint8_t* validity() const noexcept { return validity_; }
  [[nodiscard]] std::int64_t offset() const noexcept { return offset_; }
  template <typename T>
  [[nodiscard]] const T* data() const noexcept {
    return static_cast<const T*>(values_) + offset_;
  }

  [[nodiscard]] bool valid(std::int64_t row) const noexcept {
    const std::int64_t bit = offset_ + row;
    return validity_ == nullptr || (validity_[bit / 8] >> (bit % 8) & 1) != 0;
  }
  /// A whole number of any width; of Bool, too.
  [[nodiscard]] std::int64_t integer(std::int64_t row) const noexcept;
  /// Of texts and binaries; false if the column is damaged.
  [[nodiscard]] bool text(std::int64_t row, std::string_view& out) const noexcept;
  /// Place in the dictionary; -1 if there is none there.
  [[nodiscard]] std::int64_t index(std::int64_t row) const noexcept;
  /// Any value, texts pointing into the column or into `scratch`. Absent for nulls. Fails for
  /// damaged columns and times that do not fit.
  [[nodiscard]] Result<fairmon_value, std::string> value(std::int64_t row,
                                                         std::string& scratch) const;

 private:
  [[nodiscard]] fairmon_value plain_value(std::int64_t row) const;
  [[nodiscard]] Result<fairmon_value, std::string> scaled_value(std::int64_t row) const;
  [[nodiscard]] fairmon_value decimal_value(std::int64_t row, std::string& scratch) const;

  ColumnFormat format_;
  const std::uint8_t* validity_ = nullptr;
  const void* values_ = nullptr;        ///< values, offsets of texts, or views
  const char* bytes_ = nullptr;         ///< of texts
  const void* const* parts_ = nullptr;  ///< of text views: variadic buffers
  std::int64_t num_parts_ = 0;
  std::int64_t offset_ = 0;
  std::int64_t length_ = 0;
  std::shared_ptr<const ColumnView> dictionary_;
};

}  // namespace fairmon::capi
