#include "pipeline/run/sink_runner.hpp"

#include <chrono>
#include <utility>

namespace fairmon::pipeline {

namespace {

/// Without news for this long, a sink passes on what it holds back.
constexpr std::chrono::milliseconds kFlushAfter{50};

std::size_t ring_length(SinkManners manners, std::size_t usual) {
  return manners == SinkManners::Latest ? 1 : usual;
}

}  // namespace

SinkRunner::SinkRunner(VerdictSink& sink, bool thread)
    : sink_(sink), threaded_(thread), ring_(ring_length(sink.manners(), kRingLength)) {
  if (threaded_) {
    thread_ = std::thread([this] { run(); });
  }
}

SinkRunner::~SinkRunner() {
  ring_.close();
  if (thread_.joinable()) {
    thread_.join();
  }
}

Result<void> SinkRunner::outcome() {
  const std::lock_guard lock(mutex_);
  return error_ ? Result<void>(*error_) : Result<void>();
}

/// The first failure counts; after it the sink is left alone.
void SinkRunner::keep(Result<void> result) {
  if (!result) {
    const std::lock_guard lock(mutex_);
    error_ = error_ ? error_ : std::move(result).error();
  }
}

void SinkRunner::write(const SharedVerdicts& verdicts) {
  if (outcome()) {
    keep(sink_.write(*verdicts));
  }
}

void SinkRunner::flush() {
  if (outcome()) {
    keep(sink_.flush());
  }
}

Result<void> SinkRunner::give(const SharedVerdicts& verdicts) {
  if (!threaded_) {
    write(verdicts);
    return outcome();
  }
  if (sink_.manners() == SinkManners::Block) {
    ring_.push(verdicts);
  } else if (ring_.push_dropping(verdicts)) {
    ++num_dropped_;
  }
  return outcome();
}

void SinkRunner::run() {
  bool dirty = false;
  while (true) {
    const auto verdicts = ring_.pop(kFlushAfter);
    if (verdicts && *verdicts != nullptr) {
      write(*verdicts);
      dirty = true;
      continue;
    }
    // Nothing for a while, or the empty pointer with which `drain` asks for a flush.
    if (dirty || verdicts) {
      flush();
      dirty = false;
    }
    if (verdicts) {
      const std::lock_guard lock(mutex_);
      ++num_drained_;
      drained_.notify_all();
    } else if (ring_.closed_and_empty()) {
      return;
    }
  }
}

Result<void> SinkRunner::drain() {
  if (!threaded_) {
    flush();
    return outcome();
  }
  std::unique_lock lock(mutex_);
  const std::uint64_t wanted = num_drained_ + 1;
  lock.unlock();
  ring_.push(nullptr);
  lock.lock();
  drained_.wait(lock, [&] { return num_drained_ >= wanted; });
  return error_ ? Result<void>(*error_) : Result<void>();
}

Result<void> SinkRunner::finish() {
  auto drained = drain();
  ring_.close();
  if (thread_.joinable()) {
    thread_.join();
  }
  return drained;
}

}  // namespace fairmon::pipeline
