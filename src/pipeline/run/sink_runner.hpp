#pragma once

#include <fairmon/verdict_sink.hpp>

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "pipeline/run/bounded_ring.hpp"

namespace fairmon::pipeline {

using SharedVerdicts = std::shared_ptr<const VerdictBatch>;

/// Feeds one sink, on a thread of its own if wanted, the way its manners ask for.
class SinkRunner {
 public:
  SinkRunner(VerdictSink& sink, bool thread);
  ~SinkRunner();
  SinkRunner(const SinkRunner&) = delete;
  SinkRunner& operator=(const SinkRunner&) = delete;

  /// Hands a batch over; the sink's first failure comes back with a later call.
  Result<void> give(const SharedVerdicts& verdicts);
  /// Waits until the sink has everything and has passed it on.
  Result<void> drain();
  /// Drains, and waits until files are on the disk.
  Result<void> sync();
  /// Drains, then ends the thread.
  Result<void> finish();
  [[nodiscard]] VerdictSink& sink() { return sink_; }
  [[nodiscard]] std::uint64_t num_dropped() const { return num_dropped_; }

 private:
  void run();
  void write(const SharedVerdicts& verdicts);
  void flush();
  [[nodiscard]] bool failed();
  [[nodiscard]] Result<void> outcome();
  void keep(Result<void> result);

  static constexpr std::size_t kRingLength = 16;

  VerdictSink& sink_;
  bool threaded_;
  BoundedRing<SharedVerdicts> ring_;
  std::mutex mutex_;  ///< guards the two below
  std::optional<Error> error_;
  std::uint64_t num_drained_ = 0;
  std::condition_variable drained_;
  std::atomic<std::uint64_t> num_dropped_ = 0;
  std::thread thread_;
};

}  // namespace fairmon::pipeline
