#pragma once

#include <fairmon/event_source.hpp>
#include <fairmon/time_format.hpp>

#include <memory>
#include <optional>
#include <string>

#include "eventlog/log_reader.hpp"
#include "plugins/inputs/push/push_options.hpp"
#include "plugins/reading/record_gate.hpp"

namespace fairmon::plugins::push {

/// Hears what becomes of the events of a log, from the thread that reads.
class PushObserver {
 public:
  virtual ~PushObserver() = default;
  /// Reading begins: the run's event of this number is the next one, at the earliest with that
  /// sequence number.
  virtual void started(std::uint64_t event, std::uint64_t sequence) = 0;
  /// The run's event of this number (from 0) is the one with that sequence number.
  virtual void delivered(std::uint64_t event, std::uint64_t sequence) = 0;
  virtual void skipped(std::uint64_t sequence, const RecordError& why) = 0;
};

struct PushPlace {
  std::uint64_t from = 0;  ///< sequence number of the first event of the run
  bool follow = true;      ///< wait for more at the end
};

/// Events from a durable log.
class PushSource final : public EventSource {
 public:
  PushSource(PushInput input, std::shared_ptr<eventlog::EventLog> log, PushPlace place,
             std::shared_ptr<PushObserver> observer)
      : input_(std::move(input)),
        log_(std::move(log)),
        place_(place),
        observer_(std::move(observer)) {}

  Result<void> open(const SourceContext& context) override;
  Result<ReadStatus> read(EventBatch& batch) override;
  [[nodiscard]] std::optional<Timestamp> start_time() const override {
    return times_ ? times_->start_time() : std::nullopt;
  }
  [[nodiscard]] SourceProgress progress() const override;
  [[nodiscard]] std::string position() const override;
  Result<void> seek(std::string_view position) override;
  [[nodiscard]] bool follows_epochs() const override { return true; }

  /// The sequence number of the next event in such a position; nothing if it is none.
  [[nodiscard]] static std::optional<std::uint64_t> sequence_in(std::string_view position);

 private:
  Result<void> learn_start();
  Result<bool> next_frame();
  void take(const eventlog::LoggedEvent& event, EventBatch& batch);
  Admission place_row(const std::string& record, Timestamp& time);
  [[nodiscard]] RecordError error_of(const Trouble& trouble, const std::string& record) const;

  PushInput input_;
  std::shared_ptr<eventlog::EventLog> log_;
  PushPlace place_;
  std::shared_ptr<PushObserver> observer_;
  SourceContext context_;
  std::optional<RecordGate> gate_;
  std::optional<TimeReader> times_;
  std::optional<ObjectDecoder> decoder_;
  std::unique_ptr<eventlog::LogReader> reader_;
  std::optional<eventlog::Frame> frame_;  ///< being read
  std::size_t in_frame_ = 0;
  std::uint64_t next_ = 0;  ///< sequence number of the next event
  std::uint64_t num_delivered_ = 0;
};

}  // namespace fairmon::plugins::push
