#pragma once

#include <fairmon/event.hpp>

#include <cstdint>
#include <string>
#include <vector>

#include "capi/arrow/column_view.hpp"
#include "capi/session/cells.hpp"
#include "capi/session/clock.hpp"
#include "capi/session/options.hpp"

namespace fairmon::capi {

/// Which column feeds which input, and which one holds the time.
struct Binding {
  static constexpr std::size_t kNone = ~std::size_t{0};
  std::vector<std::size_t> column_of_input;  ///< kNone: nobody needs it
  std::size_t time = kNone;                  ///< kNone: events have no times
  std::vector<std::string> names;            ///< of the columns

  [[nodiscard]] static Outcome<Binding> make(std::vector<std::string> names,
                                             const InputSchema& schema,
                                             const SessionOptions& options);
};

/// One record batch as events.
class FrameDecoder {
 public:
  FrameDecoder(const InputSchema& schema, const SessionOptions& options)
      : schema_(schema), options_(options) {}

  /// Binds the columns of a record batch. Arrays must outlive the decoding.
  Outcome<void> open(const ArrowSchema& schema, const ArrowArray& array);
  [[nodiscard]] std::int64_t num_rows() const noexcept { return num_rows_; }
  /// Calendar time at which a run begins whose first event is the first row.
  Outcome<std::optional<Timestamp>> start_of(Clock clock);
  /// Decodes the rows from `begin` to `end` into the batch. Rows in messages count from
  /// `first_row`. `last` is the time of the event before.
  Outcome<void> decode(std::int64_t begin, std::int64_t end, std::int64_t first_row, Clock& clock,
                       Timestamp& last, TextCache& texts, EventBatch& batch);

 private:
  static constexpr Cell kNotYet = ~Cell{0};
  struct Column {
    ColumnView view;
    std::size_t input = 0;
    bool quick = false;           ///< a text that is taken as it is
    std::vector<Cell> symbols{};  ///< of a dictionary, as far as they were needed
  };
  struct Range {
    std::int64_t begin;
    std::int64_t end;
    std::int64_t first_row;
  };
  Outcome<void> bind(const ArrowSchema& schema);
  Outcome<void> decode_times(Range range, Clock& clock, Timestamp& last, EventBatch& batch);
  /// The times of usual columns; returns the first row that it leaves to others.
  std::int64_t decode_quick_times(Range range, Clock& clock, Timestamp& last,
                                  EventBatch& batch) const;
  /// A text or entry of a dictionary; false: it needs a closer look.
  [[nodiscard]] bool decode_quick_text(Column& column, std::int64_t row, std::size_t target,
                                       TextCache& texts, EventBatch& batch) const;
  [[nodiscard]] bool decode_whole(const Column& column, Range range, EventBatch& batch) const;
  Outcome<void> decode_each(Column& column, Range range, TextCache& texts, EventBatch& batch);
  Outcome<void> decode_row(Column& column, std::int64_t row, Range range, TextCache& texts,
                           EventBatch& batch);
  [[nodiscard]] Failure at(const Column& column, std::int64_t row, std::string problem) const;
  [[nodiscard]] Failure time_failure(std::int64_t row, const std::string& problem) const;

  const InputSchema& schema_;
  const SessionOptions& options_;
  Binding binding_;
  std::string bound_;  ///< names of the columns that are bound
  std::vector<Column> columns_;
  std::vector<Column*> texts_;  ///< those that intern, in order
  std::optional<ColumnView> time_;
  std::int64_t num_rows_ = 0;
  std::uint64_t generation_ = 0;  ///< of the numbers in `Column::symbols`
  std::string scratch_;
};

}  // namespace fairmon::capi
