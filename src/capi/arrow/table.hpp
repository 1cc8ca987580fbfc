#pragma once

#include <fairmon/c.h>
#include <fairmon/symbols.hpp>
#include <fairmon/value.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fairmon::capi {

/// One column of results while it grows. Texts longer than 2 GiB in all become a large column.
class TableColumn {
 public:
  /// `format` is one of Arrow's: b, l, L, g, u, z, tsn:UTC, tDn.
  TableColumn(std::string name, std::string format)
      : name_(std::move(name)), format_(std::move(format)) {}

  void append_null();
  void append(std::int64_t value);
  void append(double value);
  void append(const std::optional<double>& value);
  void append_text(std::string_view text);
  /// Makes the buffers final.
  void seal();

  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] const std::string& format() const noexcept { return format_; }
  [[nodiscard]] std::int64_t length() const noexcept { return length_; }
  [[nodiscard]] std::int64_t num_nulls() const noexcept { return num_nulls_; }
  /// Validity, then values, or offsets and bytes.
  [[nodiscard]] std::vector<const void*> buffers() const;

 private:
  [[nodiscard]] bool holds_text() const { return format_ == "u" || format_ == "z"; }
  void note(bool valid);
  void pack_bools();
  void pack_offsets();

  std::string name_;
  std::string format_;
  std::vector<std::uint8_t> validity_;
  std::vector<std::uint64_t> values_;  ///< also ends of texts
  std::vector<std::int32_t> offsets_;
  std::vector<std::uint8_t> bits_;
  std::string bytes_;
  std::int64_t length_ = 0;
  std::int64_t num_nulls_ = 0;
};

/// Columns for values of a type: one, or several for a tuple (`value_0`, `value_1`, …).
class ValueColumns {
 public:
  ValueColumns(const std::string& name, const Type& type, std::vector<TableColumn>& table);
  void append(const Cell* cells, const SymbolTable& symbols, std::vector<TableColumn>& table) const;

 private:
  void make(const std::string& name, const Type& type, std::vector<TableColumn>& table);
  std::size_t put(const Type& type, const Cell* cells, bool present, std::size_t place,
                  const SymbolTable& symbols, std::vector<TableColumn>& table) const;

  Type type_;
  std::size_t first_;
};

/// Times of a run: calendar times where there is a calendar, else seconds since the start.
class TimeColumn {
 public:
  TimeColumn(std::string name, std::optional<Timestamp> start, std::vector<TableColumn>& table);
  void append(std::int64_t nanoseconds, std::vector<TableColumn>& table) const;
  void append_null(std::vector<TableColumn>& table) const { table[place_].append_null(); }

 private:
  std::optional<Timestamp> start_;
  std::size_t place_;
};

/// Hands columns of equal length out as a stream with one record batch.
void export_table(std::vector<TableColumn> columns, ArrowArrayStream& out);

}  // namespace fairmon::capi
