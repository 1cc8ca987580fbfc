#pragma once

#include <fairmon/event_source.hpp>

#include <optional>
#include <string>
#include <string_view>

#include "report/build/build.hpp"

namespace fairmon::report {

/// Is shown what a source delivers, on the thread that reads.
class RowWatch {
 public:
  virtual ~RowWatch() = default;
  virtual Result<void> opened(const EventSource& source) = 0;
  virtual void rows(const EventBatch& batch) = 0;
  virtual void ended(const EventSource& source) = 0;
};

/// Hands on what another source delivers, and counts what a reader of a report asks about it.
class WatchedSource final : public EventSource {
 public:
  explicit WatchedSource(EventSource& inner, RowWatch* watch = nullptr)
      : inner_(inner), watch_(watch) {}

  Result<void> open(const SourceContext& context) override;
  Result<ReadStatus> read(EventBatch& batch) override;
  [[nodiscard]] std::optional<Timestamp> start_time() const override { return inner_.start_time(); }
  [[nodiscard]] std::optional<Timestamp> last_time() const override { return inner_.last_time(); }
  [[nodiscard]] SourceProgress progress() const override { return inner_.progress(); }
  [[nodiscard]] std::uint64_t last_line() const override { return inner_.last_line(); }
  [[nodiscard]] std::string position() const override { return inner_.position(); }
  Result<void> seek(std::string_view position) override { return inner_.seek(position); }
  [[nodiscard]] std::string identity() const override { return inner_.identity(); }
  [[nodiscard]] bool follows_epochs() const override { return inner_.follows_epochs(); }

  [[nodiscard]] DataFacts facts() const;

 private:
  void count(const EventBatch& batch, std::size_t first);

  EventSource& inner_;
  RowWatch* watch_;
  std::vector<bool> needed_;  ///< per input: others are not read
  DataFacts facts_;
};

}  // namespace fairmon::report
