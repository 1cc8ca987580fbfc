#include "pipeline/run/batch_reader.hpp"

#include <utility>

#include "support/caught.hpp"

namespace fairmon::pipeline {

namespace {
constexpr std::chrono::milliseconds kIdlePause{10};
}

BatchReader::BatchReader(EventSource& source, std::size_t num_inputs,
                         const BatchReaderOptions& options)
    : source_(source), num_inputs_(num_inputs), options_(options) {
  if (options_.thread) {
    thread_ = std::thread([this] { run_guarded(); });
  }
}

BatchReader::~BatchReader() { stop(); }

void BatchReader::stop() {
  stopping_ = true;
  ring_.close();
  if (thread_.joinable()) {
    thread_.join();
  }
}

std::unique_ptr<EventBatch> BatchReader::fresh_batch() {
  {
    const std::lock_guard lock(spare_mutex_);
    if (!spare_.empty()) {
      auto batch = std::move(spare_.back());
      spare_.pop_back();
      batch->clear();
      return batch;
    }
  }
  return std::make_unique<EventBatch>(num_inputs_, options_.batch_rows);
}

void BatchReader::recycle(std::unique_ptr<EventBatch> batch) {
  const std::lock_guard lock(spare_mutex_);
  spare_.push_back(std::move(batch));
}

Delivery BatchReader::read() {
  Delivery delivery;
  delivery.batch = fresh_batch();
  delivery.epoch = options_.symbols->epoch();
  auto status = source_.read(*delivery.batch);
  if (status) {
    delivery.status = *status;
  } else {
    delivery.status = ReadStatus::End;
    delivery.error = std::move(status).error();
  }
  delivery.progress = source_.progress();
  delivery.last_time = source_.last_time();
  unmarked_ += delivery.batch->num_rows();
  if (options_.tap != nullptr &&
      (unmarked_ >= options_.mark_every || delivery.status == ReadStatus::End)) {
    delivery.tap_mark = options_.tap->mark();
    unmarked_ = 0;
  }
  if (options_.positions) {
    delivery.position = source_.position();
    delivery.quarantine_bytes = options_.quarantine->size();
  }
  return delivery;
}

/// What goes wrong here reaches the evaluating thread behind the batches read before.
void BatchReader::run_guarded() {
  auto outcome = support::guarded([&]() -> Result<void> {
    run();
    return {};
  });
  if (!outcome) {
    const std::lock_guard lock(spare_mutex_);
    failure_ = std::move(outcome).error();
  }
  ring_.close();
}

void BatchReader::run() {
  while (!stopping_) {
    Delivery delivery = read();
    const bool idle = delivery.status == ReadStatus::Idle && delivery.batch->num_rows() == 0;
    const bool end = delivery.status == ReadStatus::End;
    if (idle) {
      recycle(std::move(delivery.batch));
      std::this_thread::sleep_for(kIdlePause);
      continue;
    }
    if (!ring_.push(std::move(delivery)) || end) {
      break;
    }
  }
}

/// The thread is over. If it broke, the failure takes the place of the end.
std::optional<Delivery> BatchReader::last_words() {
  const std::lock_guard lock(spare_mutex_);
  if (!failure_) {
    return std::nullopt;
  }
  Delivery delivery;
  delivery.batch = std::make_unique<EventBatch>(num_inputs_, 1);
  delivery.status = ReadStatus::End;
  delivery.error = std::move(failure_);
  return delivery;
}

std::optional<Delivery> BatchReader::next(std::chrono::milliseconds timeout) {
  if (options_.thread) {
    auto delivery = ring_.pop(timeout);
    return delivery || !ring_.closed_and_empty() ? std::move(delivery) : last_words();
  }
  Delivery delivery = read();
  if (delivery.status == ReadStatus::Idle && delivery.batch->num_rows() == 0) {
    recycle(std::move(delivery.batch));
    std::this_thread::sleep_for(kIdlePause);
    return std::nullopt;
  }
  return delivery;
}

}  // namespace fairmon::pipeline
