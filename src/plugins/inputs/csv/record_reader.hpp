#pragma once

#include <fairmon/result.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plugins/inputs/csv/rows.hpp"
#include "plugins/inputs/csv/scan.hpp"
#include "plugins/reading/byte_stream.hpp"
#include "support/rolling_digest.hpp"

namespace fairmon::plugins::csv {

/// A place between two records of a file.
struct FilePlace {
  std::uint64_t offset = 0;  ///< bytes before it
  std::uint64_t line = 1;    ///< number of the line that follows
};

enum class Fill : std::uint8_t { Records, Nothing, End, QuoteLeftOpen, TooLong };

/// Reads one file block by block and finds the borders of its records. Memory stays constant: a
/// block is reused, and only a record longer than a block makes it grow, up to a limit.
class RecordReader {
 public:
  RecordReader(std::unique_ptr<ByteStream> stream, std::size_t block_bytes = kBlockBytes);

  /// Reads on once all records of the block are taken. `QuoteLeftOpen`: the next record opens a
  /// quote that nobody closes (or not within `kLongestRecord`), `TooLong`: it has no quote and no
  /// end within that length; `skip_line` gets past it. Without `wait`: also `Nothing` where the
  /// rest of a record is still to come.
  Result<Fill> fill(bool wait = true);
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
  /// Bytes before the next record; cheaper than its place.
  [[nodiscard]] std::uint64_t offset() const { return base_.offset + record_begin(next_); }
  /// Where the next record begins.
  [[nodiscard]] FilePlace place() const;
  /// The stream stands at this place; before anything was read.
  void start_at(const FilePlace& place);
  /// From now on a digest of the file up to the next record is kept; `before` is that of what the
  /// stream has given away already.
  void keep_digest(const support::RollingDigest& before);
  [[nodiscard]] const support::RollingDigest& digest() const;
  /// The same of all bytes in memory, those of later records included.
  [[nodiscard]] support::RollingDigest digest_ahead() const;
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
  void drop_front(std::size_t bytes);
  /// Bytes of the buffer that are before this place and stand in the file.
  [[nodiscard]] std::size_t real_bytes(std::size_t place) const {
    return end_added_ ? std::min(place, used_ - 1) : place;
  }
  void digest_to(std::size_t end) const;
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
  bool digests_ = false;
  mutable support::RollingDigest digest_;
  mutable std::size_t digested_ = 0;  ///< bytes of the buffer that it covers
  std::size_t num_records_ = 0;
  std::size_t next_ = 0;
  bool quotes_seen_ = false;
  bool inside_quotes_ = false;
  bool carriage_returns_ = false;
  bool skipping_ = false;  ///< inside a line that is too long
};

}  // namespace fairmon::plugins::csv
