#pragma once

#include <fairmon/pipeline.hpp>

#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/run/batch_reader.hpp"
#include "pipeline/run/checkpoint.hpp"
#include "pipeline/run/pace.hpp"
#include "pipeline/run/quarantine.hpp"
#include "pipeline/run/reorder_buffer.hpp"
#include "pipeline/run/sink_runner.hpp"
#include "pipeline/run/source_link.hpp"
#include "pipeline/run/verdict_pool.hpp"
#include "pipeline/shards/shard_set.hpp"

namespace fairmon::pipeline {

/// One run from opening to closing; the body of `run_pipeline`.
class Run {
 public:
  Run(const Spec& spec, EventSource& source, const std::vector<VerdictSink*>& sinks,
      const PipelineOptions& options);
  ~Run() { link_->stop(); }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;
  [[nodiscard]] RunSummary execute();

 private:
  using Clock = std::chrono::steady_clock;

  // run_open.cpp
  Result<void> open();
  Result<void> open_quarantine();
  Result<void> open_source();
  Result<void> open_monitor();
  void pin_texts();
  Result<void> restore_waiting();
  Result<void> open_sinks();
  Result<void> find_tap();
  [[nodiscard]] SourceContext source_context();
  [[nodiscard]] MonitorOptions monitor_options() const;
  [[nodiscard]] std::vector<std::uint32_t> observed_streams() const;
  Result<void> read_resume_file();
  Result<void> find_keeper();
  [[nodiscard]] Result<std::optional<Checkpoint>> read_state();

  // run.cpp
  Result<void> run();
  Result<void> loop();
  Result<void> pass_time();
  Result<void> consume(Delivery& delivery);
  Result<void> take_rows(EventBatch& batch);
  Result<void> pass_rows(EventBatch& batch);
  Result<void> flush_waiting();
  Result<void> pass_mark(const Delivery& delivery);
  Result<void> evaluate(const EventBatch& batch, RowRange rows);
  Result<void> advance(Timestamp time);
  Result<void> finish();
  Result<void> settle(Result<void> outcome);
  Result<void> hand_out();
  void pass_on();
  Result<void> replay(const EventBatch& batch);
  [[nodiscard]] bool wait_until_due(Timestamp time);
  [[nodiscard]] std::size_t end_of_slice(const EventBatch& batch, std::size_t begin) const;
  void stamp(EventBatch& batch);
  void tell_progress(bool last);
  void close(RunSummary& summary, std::optional<Error> error);
  [[nodiscard]] bool stop_wanted() const;
  void wait_while_paused() const;
  [[nodiscard]] bool paused() const;
  [[nodiscard]] bool take_step();
  [[nodiscard]] double speed() const;
  [[nodiscard]] Timestamp wall_time() const;
  [[nodiscard]] double wall_seconds() const;

  // run_checkpoint.cpp
  Result<void> checkpoint_at_start();
  Result<void> checkpoint_if_due();
  Result<void> checkpoint_while_idle();
  Result<void> checkpoint();
  Result<void> save(const Checkpoint& checkpoint);
  /// For messages: what the run goes on from, and how to do without.
  [[nodiscard]] std::string state_name() const;
  [[nodiscard]] std::string start_anew() const;
  [[nodiscard]] bool keeps_state() const {
    return keeper_ != nullptr || !options_.checkpoint_file.empty();
  }
  [[nodiscard]] std::vector<Setting> settings() const;
  [[nodiscard]] Result<void> check_settings(const std::vector<Setting>& before) const;

  // run_shards.cpp
  Result<void> open_shards();
  [[nodiscard]] std::uint32_t wanted_workers() const;
  void note(const std::string& text) const;
  void note_global_stage(const ShardPlan& plan) const;
  Result<void> give(const EventBatch& batch, RowRange rows);
  Result<void> take();
  Result<void> drain();
  void adapt_rows(std::size_t rows_evaluated);

  // run_texts.cpp
  Result<void> collect_texts(std::uint32_t arrived);
  [[nodiscard]] SymbolMarks texts_of_sinks();

  Spec spec_;
  EventSource& source_;
  std::vector<VerdictSink*> sink_list_;
  PipelineOptions options_;
  std::shared_ptr<SymbolTable> symbols_;
  std::shared_ptr<SourceLink> link_ = std::make_shared<SourceLink>();
  Quarantine quarantine_;
  std::shared_ptr<InputTap> tap_;
  std::uint64_t mark_every_ = 0;
  StateKeeper* keeper_ = nullptr;  ///< takes the place of checkpoints in a file

  std::optional<Checkpoint> resumed_;
  std::optional<Timestamp> start_time_;
  std::optional<Monitor> monitor_;    ///< judges, or
  std::unique_ptr<ShardSet> shards_;  ///< several of them do
  std::unique_ptr<BatchReader> reader_;
  std::deque<SinkRunner> runners_;
  std::size_t num_open_sinks_ = 0;
  bool some_want_every_batch_ = false;
  VerdictPool pool_;
  std::shared_ptr<VerdictBatch> verdicts_;
  std::optional<ReorderBuffer> waiting_;  ///< events that others may still belong before
  EventBatch ordered_;
  std::size_t rows_at_once_ = 64;  ///< adapts to the number of verdicts per event

  RunSummary summary_;
  SourceProgress source_progress_;
  std::string source_position_;
  std::uint64_t quarantine_bytes_ = 0;  ///< when the source was at this position
  std::optional<Timestamp> last_time_;
  Clock::time_point began_ = Clock::now();
  Pace pace_;
  Clock::time_point told_ = began_;
  Clock::time_point saved_ = began_;
  std::uint64_t saved_events_ = 0;
  std::string saved_position_;      ///< of the source, at the last checkpoint
  Timestamp latest_;                ///< newest event time given to the monitor
  std::uint32_t texts_wanted_ = 0;  ///< so many texts are worth looking for dead ones
  std::uint32_t texts_epoch_ = 0;   ///< 0, or texts older than this one are looked at next
  bool texts_collectable_ = false;
};

}  // namespace fairmon::pipeline
