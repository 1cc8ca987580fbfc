#pragma once

#include <fairmon/symbols.hpp>
#include <fairmon/time.hpp>
#include <fairmon/value.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fairmon {

/// The inputs a source has to deliver, in declaration order.
struct InputSchema {
  struct Input {
    std::string name;
    Type type;
    /// False if no stream, trigger or observer reads the input: a source need not decode it.
    bool needed = true;
    std::string field{};                 ///< where it stands in the data; empty: under its own name
    std::vector<std::string> missing{};  ///< further spellings of a missing value
  };
  std::vector<Input> inputs;

  /// What the specification says about its data (`#[time]`, `#![columns="…"]`, …), as texts of the
  /// options of an input; empty: nothing. What the user says at run time wins.
  struct Reading {
    std::string time_field;
    std::string time_format;
    std::string interval_ms;
    std::string columns;
    std::string delimiter;
    std::string quote;
    std::vector<std::string> missing;
    std::optional<Timestamp> start_time;  ///< calendar time of monitor time 0
  };
  Reading reading;
};

/// One input's values over the rows of a batch: cells and presence bits (bit r of word r / 64).
/// Cells of absent rows hold 0.
struct InputColumn {
  std::vector<Cell> cells;
  std::vector<std::uint64_t> present;

  [[nodiscard]] bool has(std::size_t row) const noexcept {
    return ((present[row / 64] >> (row % 64)) & 1U) != 0;
  }
};

/// Events as columns. Rows are in order of arrival; times are monitor time and never decrease.
class EventBatch {
 public:
  explicit EventBatch(std::size_t num_inputs = 0, std::size_t capacity = 1024);

  [[nodiscard]] std::size_t num_rows() const noexcept { return times_.size(); }
  [[nodiscard]] std::size_t num_inputs() const noexcept { return columns_.size(); }
  [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }
  [[nodiscard]] bool full() const noexcept { return times_.size() >= capacity_; }
  [[nodiscard]] const std::vector<Timestamp>& times() const noexcept { return times_; }
  [[nodiscard]] const InputColumn& column(std::size_t input) const noexcept {
    return columns_[input];
  }
  [[nodiscard]] InputColumn& column(std::size_t input) noexcept { return columns_[input]; }

  /// Forgets the rows, keeps the storage.
  void clear() noexcept;
  /// Starts a row in which every input is absent; returns its number.
  std::size_t add_row(Timestamp time);
  /// Adds rows at time zero in which every input is absent; returns the number of the first.
  std::size_t add_rows(std::size_t count);
  void set(std::size_t row, std::size_t input, Cell cell) noexcept {
    InputColumn& target = columns_[input];
    target.cells[row] = cell;
    target.present[row / 64] |= std::uint64_t{1} << (row % 64);
  }
  /// Takes the last row back (a record that turned out to be bad).
  void drop_last_row() noexcept;
  /// Sets the number of rows at once, all inputs absent, times zero; for decoders that fill whole
  /// columns. `mutable_times` gives the times to fill.
  void resize(std::size_t rows);
  [[nodiscard]] std::vector<Timestamp>& mutable_times() noexcept { return times_; }

 private:
  std::size_t capacity_;
  std::vector<Timestamp> times_;
  std::vector<InputColumn> columns_;
};

}  // namespace fairmon
