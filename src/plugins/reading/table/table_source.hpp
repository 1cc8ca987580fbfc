#pragma once

#include <fairmon/event_source.hpp>
#include <fairmon/time_format.hpp>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "plugins/reading/input_options.hpp"
#include "plugins/reading/record_gate.hpp"
#include "plugins/reading/table/row_feed.hpp"

namespace fairmon::plugins {

/// Events from the rows of a database.
class TableSource final : public EventSource {
 public:
  TableSource(CommonInput common, std::unique_ptr<RowFeed> feed)
      : common_(std::move(common)), feed_(std::move(feed)) {}

  Result<void> open(const SourceContext& context) override;
  Result<ReadStatus> read(EventBatch& batch) override;
  [[nodiscard]] std::optional<Timestamp> start_time() const override {
    return times_->start_time();
  }
  [[nodiscard]] SourceProgress progress() const override;
  [[nodiscard]] std::string position() const override;
  Result<void> seek(std::string_view position) override;
  [[nodiscard]] std::string identity() const override { return feed_->identity(); }
  [[nodiscard]] bool follows_epochs() const override { return true; }

 private:
  Result<void> bind(const std::vector<std::string>& names);
  Result<void> learn_start();
  [[nodiscard]] bool stopped() const { return context_.stop != nullptr && context_.stop->load(); }
  void take(EventBatch& batch);
  /// What is wrong with a value of the row, if something is.
  std::optional<RecordError> decode();
  Admission place_row(Timestamp& time);
  [[nodiscard]] RecordError error_of(std::size_t column, const RowValue& value,
                                     std::string message) const;

  CommonInput common_;
  std::unique_ptr<RowFeed> feed_;
  SourceContext context_;
  std::optional<RecordGate> gate_;
  std::optional<TimeReader> times_;
  std::optional<EventFactory> factory_;
  std::vector<std::string> names_;
  ChosenColumns chosen_;
  std::size_t time_place_ = 0;  ///< among the chosen columns
  std::vector<RowValue> row_;
  std::optional<Error> failed_;  ///< told when the rows before it have gone
  std::uint64_t num_records_ = 0;
};

}  // namespace fairmon::plugins
