#pragma once

#include <fairmon/event_source.hpp>
#include <fairmon/time_format.hpp>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kafka/consumer.hpp"
#include "kafka/position.hpp"
#include "plugins/inputs/kafka/kafka_options.hpp"
#include "plugins/inputs/kafka/value_decoder.hpp"
#include "plugins/reading/record_gate.hpp"

namespace fairmon::plugins::kafka_input {

/// Events from the partitions of topics, put into the order of time: of those that come next in
/// their partitions the earliest, and of several the one of the first partition. So the order
/// depends on the data alone, not on when they arrived.
class KafkaSource final : public EventSource {
 public:
  explicit KafkaSource(KafkaInput input) : input_(std::move(input)) {}

  Result<void> open(const SourceContext& context) override;
  Result<ReadStatus> read(EventBatch& batch) override;
  [[nodiscard]] std::optional<Timestamp> start_time() const override {
    return times_ ? times_->start_time() : std::nullopt;
  }
  [[nodiscard]] SourceProgress progress() const override;
  [[nodiscard]] std::string position() const override;
  Result<void> seek(std::string_view position) override;
  [[nodiscard]] std::string identity() const override { return identity_; }
  /// Rows that wait for their turn are decoded again in a new epoch.
  [[nodiscard]] bool follows_epochs() const override { return true; }

 private:
  using Clock = std::chrono::steady_clock;

  /// One partition.
  struct Lane {
    std::string topic;
    std::int32_t partition = 0;
    kafka::OffsetRange range;  ///< at the start of the run
    std::size_t number = 0;    ///< by which the consumer knows it
    std::int64_t next = 0;     ///< offset of the next record to deliver
    Timestamp last;            ///< time of the record before
    std::vector<kafka::Record> fetched;
    std::size_t at = 0;        ///< the first of these that is not delivered
    std::int64_t reached = 0;  ///< nothing more was there up to this offset
    bool done = false;
    Clock::time_point heard;  ///< something came, or the run began

    bool head = false;  ///< the next record is in `row`
    EventBatch row;
    Timestamp time;
    std::optional<Trouble> trouble;

    [[nodiscard]] bool waits() const { return !head && !done; }
  };

  // kafka_open.cpp
  Result<void> find_lanes();
  Result<void> start_lanes();
  Result<void> wait_for_first();
  Result<void> survey();
  Result<std::string> time_field(const std::vector<std::string_view>& values) const;
  Result<void> learn_start(const std::string& field);
  Result<void> bind(const std::string& field);
  [[nodiscard]] std::vector<std::string_view> values_at_hand() const;

  // kafka_read.cpp
  Result<void> fetch(Lane& lane, std::chrono::milliseconds wait);
  /// Decodes the lane's next record, if there is one.
  Result<void> advance(Lane& lane, std::chrono::milliseconds wait);
  void decode_head(Lane& lane);
  [[nodiscard]] bool holds_back(const Lane& lane) const;
  /// The lane whose turn it is; nothing: somebody has to be waited for, or all are at their end.
  [[nodiscard]] Lane* next_lane();
  Result<void> look_everywhere(std::chrono::milliseconds wait);
  void deliver(Lane& lane, EventBatch& batch);
  void decode_again();
  void tell_waiting();
  [[nodiscard]] RecordError error_of(const Lane& lane) const;

  KafkaInput input_;
  SourceContext context_;
  std::unique_ptr<kafka::Consumer> consumer_;
  std::string identity_;
  std::vector<Lane> lanes_;
  std::optional<ValueDecoder> decoder_;
  std::optional<TimeReader> times_;
  std::optional<RecordGate> gate_;
  std::string time_field_;
  std::uint32_t epoch_ = 0;
  std::uint64_t num_records_ = 0;
  std::uint64_t num_bad_ = 0;  ///< without the one that stops the run
  std::uint64_t num_late_ = 0;
  bool told_waiting_ = false;
  bool warned_ = false;
};

}  // namespace fairmon::plugins::kafka_input
