#pragma once

#include <fairmon/event_source.hpp>

#include <memory>
#include <string>
#include <utility>

#include "server/history/run_history.hpp"
#include "server/runs/decided_share.hpp"

namespace fairmon::server {

/// Lets the history hear of every record that is kept aside, under the name people know the data
/// by, and notes how far the source was with every row.
class ReportingSource final : public EventSource {
 public:
  ReportingSource(EventSource& source, std::shared_ptr<RunHistory> history, std::string name,
                  DecidedShare& share)
      : source_(source), history_(std::move(history)), name_(std::move(name)), share_(share) {}

  Result<void> open(const SourceContext& context) override {
    SourceContext heard = context;
    heard.report = [this, report = context.report](const RecordError& error) {
      RecordError named = error;
      named.source = name_.empty() ? error.source : name_;
      history_->add_notice("record", named.to_string(), std::nullopt);
      if (report) {
        report(error);
      }
    };
    return source_.open(heard);
  }
  Result<ReadStatus> read(EventBatch& batch) override {
    const std::size_t before = batch.num_rows();
    auto status = source_.read(batch);
    given_ += batch.num_rows() - before;
    share_.given(given_, source_.progress().share);
    return status;
  }
  [[nodiscard]] std::optional<Timestamp> start_time() const override {
    return source_.start_time();
  }
  [[nodiscard]] std::optional<Timestamp> last_time() const override { return source_.last_time(); }
  [[nodiscard]] SourceProgress progress() const override { return source_.progress(); }
  [[nodiscard]] bool follows_epochs() const override { return source_.follows_epochs(); }

 private:
  EventSource& source_;
  std::shared_ptr<RunHistory> history_;
  std::string name_;
  DecidedShare& share_;
  std::uint64_t given_ = 0;
};

}  // namespace fairmon::server
