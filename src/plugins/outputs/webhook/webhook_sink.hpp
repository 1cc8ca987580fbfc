#pragma once

#include <fairmon/episodes.hpp>
#include <fairmon/judgements.hpp>
#include <fairmon/readings.hpp>
#include <fairmon/verdict_sink.hpp>

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "plugins/outputs/webhook/alarm_book.hpp"
#include "plugins/outputs/webhook/sender.hpp"
#include "plugins/outputs/webhook/settings.hpp"
#include "plugins/outputs/webhook/spool.hpp"

namespace fairmon::plugins::webhook {

/// Episodes of triggers as alarms for a receiver on the network.
class WebhookSink final : public VerdictSink, private EpisodeListener {
 public:
  WebhookSink(WebhookSettings settings, std::string file)
      : settings_(std::move(settings)), file_(std::move(file)) {}

  Result<void> open(const Spec& spec, const SinkContext& context) override;
  Result<void> write(const VerdictBatch& batch) override;
  Result<void> flush() override;
  Result<void> idle() override;
  Result<void> sync() override;
  Result<void> close(const RunSummary& summary) override;
  [[nodiscard]] VerdictSelection selection() const override;
  /// Says how far time is, also where nothing happens.
  [[nodiscard]] bool wants_every_batch() const override { return true; }
  [[nodiscard]] std::string position() const override;
  Result<void> rewind(std::string_view position) override;
  [[nodiscard]] bool mark_symbols(SymbolMarks& alive) const override;
  [[nodiscard]] std::vector<SinkNumber> numbers() const override;

 private:
  std::uint32_t begin(const EpisodeStart& start) override;
  void fire(std::uint32_t episode, Timestamp time, std::string text) override;
  void offer(std::uint32_t episode, double value, const std::vector<double>& thresholds,
             std::optional<bool> above) override;
  void end(std::uint32_t episode, Timestamp time) override;

  Result<void> check_groups(const Spec& spec) const;
  Result<void> begin_anew();
  Result<void> start_sender();
  void make_book();
  [[nodiscard]] bool emit(Notice notice);
  void add_evidence(std::uint32_t trigger, const std::vector<Cell>& instance,
                    Violation& violation) const;
  void add_all_evidence();
  /// Begins of alarms that an earlier run left open are ended.
  Result<void> end_left_open(const std::vector<Notice>& begins);
  Result<void> settle();

  WebhookSettings settings_;
  std::string file_;
  mutable std::mutex mutex_;  ///< the run and its checkpoints come from two threads
  std::optional<Spec> spec_;
  SinkContext context_;
  std::optional<EpisodeReader> reader_;
  std::optional<Readings> readings_;
  std::optional<TriggerStates> states_;
  std::unique_ptr<Spool> spool_;
  std::unique_ptr<AlarmBook> book_;
  std::unique_ptr<Sender> sender_;
  /// Violations that go on, with what is needed to find evidence.
  struct Tracked {
    std::uint32_t trigger = 0;
    std::vector<Cell> instance;
  };
  std::map<std::uint32_t, Tracked> tracked_;
  bool live_ = false;
  bool blocked_ = false;  ///< something found no room
  bool told_untracked_ = false;
  std::chrono::steady_clock::time_point last_write_;
  std::int64_t reached_ns_ = 0;
  std::uint64_t synced_position_ = 0;
};

}  // namespace fairmon::plugins::webhook
