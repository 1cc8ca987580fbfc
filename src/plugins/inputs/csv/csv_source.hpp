#pragma once

#include <fairmon/event_source.hpp>
#include <fairmon/time_format.hpp>

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "plugins/inputs/csv/column_decoder.hpp"
#include "plugins/inputs/csv/record_reader.hpp"
#include "plugins/inputs/csv/time_column.hpp"
#include "plugins/reading/file_list.hpp"
#include "plugins/reading/input_options.hpp"
#include "plugins/reading/record_gate.hpp"
#include "plugins/reading/row_filter.hpp"

namespace fairmon::plugins::csv {

struct CsvOptions {
  CommonInput common;
  std::optional<char> delimiter;
  std::optional<char> quote;
  bool no_quotes = false;
  std::vector<std::string> columns;  ///< names of the columns of files without a header
  std::vector<std::string> files;
};

/// Events from CSV files, read one after the other as one trace.
class CsvSource final : public EventSource {
 public:
  explicit CsvSource(CsvOptions options)
      : options_(std::move(options)), files_(options_.files, options_.common.follow) {}

  Result<void> open(const SourceContext& context) override;
  Result<ReadStatus> read(EventBatch& batch) override;
  [[nodiscard]] std::optional<Timestamp> start_time() const override;
  [[nodiscard]] std::optional<Timestamp> last_time() const override {
    return filter_.active() && gate_ ? std::optional(gate_->last()) : std::nullopt;
  }
  [[nodiscard]] SourceProgress progress() const override;
  [[nodiscard]] std::uint64_t last_line() const override { return last_line_; }
  [[nodiscard]] std::string position() const override;
  Result<void> seek(std::string_view position) override;
  [[nodiscard]] std::string identity() const override;
  [[nodiscard]] bool follows_epochs() const override { return true; }

 private:
  /// Begins a file, finds its dialect and header, and binds its columns. False: there is none.
  Result<bool> begin_file(Result<OpenedFile> opened);
  void make_reader(OpenedFile opened, std::uint64_t line);
  Result<void> take_reading(const InputSchema::Reading& reading);
  Result<void> read_header();
  Result<void> bind_columns();
  /// Refuses two columns of a name that somebody reads, and tells of others.
  Result<void> check_names(const EventFactory& factory);
  [[nodiscard]] std::string wanted_field(std::size_t input) const;
  [[nodiscard]] std::vector<std::string> bound_fields() const;
  [[nodiscard]] Error explained(Error error) const;
  /// In a file that took the place of another: is the first record a header?
  Result<void> bind_again();
  Result<void> find_start();
  /// Blocks until the next file has a record or ends; used before the first read only.
  Result<Fill> wait_for_records();
  void choose_dialect();

  /// Rows of the block at hand into the batch; false if a record stops the run.
  bool take_rows(EventBatch& batch);
  std::size_t admit_plain_rows(const Rows& rows, Timestamp* times);
  bool admit_rows(const Rows& rows, EventBatch& batch, std::size_t base);
  bool skip_irregular();
  bool refuse_line(const char* message);
  [[nodiscard]] RecordError error_at(const Rows& rows, const BadField& field);
  Admission place_row(const Rows& rows, std::size_t row, Timestamp& time);

  CsvOptions options_;
  FileList files_;
  SourceContext context_;
  std::optional<RecordGate> gate_;
  RowFilter filter_;
  std::optional<TimeReader> times_;
  std::unique_ptr<RecordReader> reader_;
  std::vector<std::string> fields_;
  std::vector<ColumnDecoder> columns_;
  std::optional<TimeColumn> time_column_;
  std::set<std::string> warned_;  ///< names of columns that were told of
  std::uint64_t num_records_ = 0;
  std::uint64_t last_line_ = 0;
  bool ended_ = false;

  std::vector<std::int64_t> raw_times_;  // reused for every block
  std::vector<BadField> bad_;
  std::vector<bool> dropped_;
};

}  // namespace fairmon::plugins::csv
