#pragma once

#include <fairmon/event_source.hpp>
#include <fairmon/symbols.hpp>

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "pipeline/run/bounded_ring.hpp"
#include "pipeline/run/quarantine.hpp"

namespace fairmon::pipeline {

/// What one read of a source gave.
struct Delivery {
  std::unique_ptr<EventBatch> batch;
  ReadStatus status = ReadStatus::More;
  std::optional<Error> error;
  SourceProgress progress;
  std::string position;                ///< of the source behind this batch; filled if asked for
  std::uint64_t quarantine_bytes = 0;  ///< of the file of skipped records at this position
  std::optional<Timestamp> last_time;
  std::optional<std::uint64_t> tap_mark;  ///< of InputTap, when one is due
  std::uint32_t epoch = 0;                ///< of the table of texts when the read began
};

struct BatchReaderOptions {
  std::size_t batch_rows = 1024;
  bool thread = true;
  bool positions = false;  ///< record the source's position with every batch
  const Quarantine* quarantine = nullptr;
  const SymbolTable* symbols = nullptr;
  InputTap* tap = nullptr;
  std::uint64_t mark_every = 0;  ///< events between two marks of the tap
};

/// Reads a source, on a thread of its own if wanted. Batches are reused.
class BatchReader {
 public:
  BatchReader(EventSource& source, std::size_t num_inputs, const BatchReaderOptions& options);
  ~BatchReader();
  BatchReader(const BatchReader&) = delete;
  BatchReader& operator=(const BatchReader&) = delete;

  /// The next delivery; nothing if none came in time.
  std::optional<Delivery> next(std::chrono::milliseconds timeout);
  /// A delivery is at hand; without a thread nobody knows.
  [[nodiscard]] bool has_more() { return !options_.thread || !ring_.empty(); }
  void recycle(std::unique_ptr<EventBatch> batch);
  /// Ends the thread; what it had read is lost.
  void stop();

 private:
  Delivery read();
  void run_guarded();
  void run();
  std::optional<Delivery> last_words();
  std::unique_ptr<EventBatch> fresh_batch();

  static constexpr std::size_t kRingLength = 8;

  EventSource& source_;
  std::size_t num_inputs_;
  BatchReaderOptions options_;
  BoundedRing<Delivery> ring_{kRingLength};
  std::mutex spare_mutex_;  ///< guards the two below
  std::optional<Error> failure_;
  std::vector<std::unique_ptr<EventBatch>> spare_;
  std::uint64_t unmarked_ = 0;  ///< events since the last mark
  std::atomic<bool> stopping_ = false;
  std::thread thread_;
};

}  // namespace fairmon::pipeline
