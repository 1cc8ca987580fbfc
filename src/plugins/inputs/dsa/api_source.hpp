#pragma once

#include <fairmon/event_source.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dsa/client/page.hpp"
#include "dsa/client/prefetch.hpp"

namespace fairmon::plugins::inputs {

/// Statements from the research API as events: time is `created_at`, inputs are fields of the same
/// name. They are asked for in the order of time, whatever the order of their ids, so none is late.
class DsaApiSource : public EventSource, private dsa::StatementVisitor {
 public:
  explicit DsaApiSource(dsa::PagerSettings settings) : settings_(std::move(settings)) {}

  Result<void> open(const SourceContext& context) override;
  Result<ReadStatus> read(EventBatch& batch) override;
  [[nodiscard]] std::optional<Timestamp> start_time() const override { return start_; }
  [[nodiscard]] std::optional<Timestamp> last_time() const override;
  [[nodiscard]] SourceProgress progress() const override;
  [[nodiscard]] std::string position() const override;
  Result<void> seek(std::string_view position) override;
  [[nodiscard]] std::string identity() const override;
  [[nodiscard]] bool follows_epochs() const override { return true; }

 private:
  void begin() override;
  void field(std::size_t number, const dsa::FieldValue& value) override;
  bool end() override;
  Result<bool> next_page();
  void reject(std::string field, std::string value, std::string message);

  dsa::PagerSettings settings_;
  SourceContext context_;
  Timestamp start_;
  std::vector<std::string> wanted_;
  std::size_t id_field_ = 0;
  std::size_t time_field_ = 0;
  std::optional<EventFactory> factory_;
  std::unique_ptr<dsa::PageReader> reader_;
  std::unique_ptr<dsa::Prefetcher> pages_;
  bool page_open_ = false;
  bool all_read_ = false;

  EventBatch* batch_ = nullptr;
  std::optional<Timestamp> row_time_;  ///< of the calendar
  std::int64_t row_id_ = 0;
  std::optional<RecordError> row_error_;
  std::optional<Error> stop_error_;
  dsa::Cursor last_;
  Timestamp reached_;
  std::uint64_t records_ = 0;
  std::uint64_t bad_ = 0;
};

}  // namespace fairmon::plugins::inputs
