#pragma once

#include <fairmon/result.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plugins/inputs/csv/rows.hpp"
#include "plugins/inputs/csv/scan.hpp"
#include "plugins/reading/byte_stream.hpp"

namespace fairmon::plugins::csv {

/// A place between two records of a file.
struct FilePlace {
  std::uint64_t offset = 0;  ///< bytes before it
  std::uint64_t line = 1;    ///< number of the line that follows
};

enum class Fill : std::uint8_t { Records, Nothing, End, QuoteLeftOpen };

/// Reads one file block by block and finds the borders of its records. Memory stays constant: a
/// block is reused, and only a record longer than a block makes it grow, up to a limit.
class RecordReader {
 public:
  RecordReader(std::unique_ptr<ByteStream> stream, std::size_t block_bytes = kBlockBytes);

  /// Reads on once all records of the block are taken. `QuoteLeftOpen`: the next record opens a
  /// quote that nobody closes (or not within `kLongestRecord`); `skip_line` gets past it.
  Result<Fill> fill();
  void set_dialect(const Dialect& dialect);
  [[nodiscard]] const Dialect& dialect() const { return dialect_; }

  [[nodiscard]] bool has_records() const { return next_ < num_records_; }
  /// The next record as it stands in the file, without line end.
  [[nodiscard]] std::string_view peek() const { return record(next_); }
  /// Text from the next record on as far as it is in memory.
  [[nodiscard]] std::string_view ahead() const;
  void skip_record() { ++next_; }
  /// Number of fields of the record taken or skipped last.
  [[nodiscard]] std::size_t last_field_count() const;
  /// Goes on behind the next line feed, whatever quotes say.
  void skip_line();
  /// Takes up to `most` records of the right number of fields; stops before one that differs.
  [[nodiscard]] Rows take(std::size_t most, std::size_t num_fields);

  /// The text, and the place, of a row given out by the last `take`.
  [[nodiscard]] std::string_view row_text(const Rows& rows, std::size_t row) const;
  [[nodiscard]] FilePlace row_place(const Rows& rows, std::size_t row) const;
  /// Where the next record begins.
  [[nodiscard]] FilePlace place() const;
  /// Jumps to a place recorded earlier; before anything was read.
  Result<void> seek(const FilePlace& place);
  [[nodiscard]] const ByteStream& stream() const { return *stream_; }

  static constexpr std::size_t kBlockBytes = std::size_t{1} << 17;
  static constexpr std::size_t kLongestRecord = std::size_t{1} << 22;

 private:
  [[nodiscard]] char* text() { return buffer_.data() + kFrontPadding; }
  [[nodiscard]] const char* text() const { return buffer_.data() + kFrontPadding; }
  [[nodiscard]] std::size_t record_begin(std::size_t record) const;
  [[nodiscard]] std::string_view record(std::size_t number) const;
  [[nodiscard]] FilePlace place_of(std::size_t offset) const;
  void drop_taken();
  Result<std::size_t> read_more();
  void rescan();
  void resize(std::size_t capacity);

  /// Number readers load up to 16 bytes before a field.
  static constexpr std::size_t kFrontPadding = 64;

  std::unique_ptr<ByteStream> stream_;
  Scan scan_ = best_scan();
  Dialect dialect_;
  std::vector<char> buffer_;
  std::size_t capacity_ = 0;
  std::size_t used_ = 0;
  bool at_start_ = true;
  bool at_end_ = false;
  bool end_added_ = false;                 ///< a line feed was put behind a last line without one
  FilePlace base_;                         ///< of the first byte in memory
  mutable std::size_t counted_bytes_ = 0;  ///< line feeds are counted up to here
  mutable std::uint64_t counted_lines_ = 0;
  std::vector<std::uint32_t> separators_;  ///< preceded by one that lies before the text
  std::vector<std::uint32_t> record_ends_;
  std::size_t num_records_ = 0;
  std::size_t next_ = 0;
  bool quotes_seen_ = false;
  bool inside_quotes_ = false;
  bool carriage_returns_ = false;
};

}  // namespace fairmon::plugins::csv
