#include "pipeline/run/batch_reader.hpp"

#include <utility>

namespace fairmon::pipeline {

namespace {
constexpr std::chrono::milliseconds kIdlePause{10};
}

BatchReader::BatchReader(EventSource& source, std::size_t num_inputs,
                         const BatchReaderOptions& options)
    : source_(source), num_inputs_(num_inputs), options_(options) {
  if (options_.thread) {
    thread_ = std::thread([this] { run(); });
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
  auto status = source_.read(*delivery.batch);
  if (status) {
    delivery.status = *status;
  } else {
    delivery.status = ReadStatus::End;
    delivery.error = std::move(status).error();
  }
  delivery.progress = source_.progress();
  delivery.last_time = source_.last_time();
  if (options_.positions) {
    delivery.position = source_.position();
    delivery.quarantine_bytes = options_.quarantine->size();
  }
  return delivery;
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

std::optional<Delivery> BatchReader::next(std::chrono::milliseconds timeout) {
  if (options_.thread) {
    return ring_.pop(timeout);
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
