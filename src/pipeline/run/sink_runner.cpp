#include "pipeline/run/sink_runner.hpp"

#include <chrono>
#include <utility>

#include "support/caught.hpp"

namespace fairmon::pipeline {

namespace {

/// How long to wait for news at a time; nothing depends on it.
constexpr std::chrono::seconds kWait{1};

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
    if (!error_) {
      error_ = std::move(result).error();
    }
  }
}

bool SinkRunner::failed() {
  const std::lock_guard lock(mutex_);
  return error_.has_value();
}

void SinkRunner::write(const SharedVerdicts& verdicts) {
  if (!failed()) {
    keep(support::guarded([&] { return sink_.write(*verdicts); }));
  }
}

void SinkRunner::flush() {
  if (!failed()) {
    keep(support::guarded([&] { return sink_.flush(); }));
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
  while (true) {
    const auto verdicts = ring_.pop(kWait);
    if (verdicts && *verdicts != nullptr) {
      write(*verdicts);
      // Whoever waits for a verdict gets it now, not when a buffer is full.
      if (ring_.empty()) {
        flush();
      }
      continue;
    }
    if (verdicts) {
      // The empty pointer with which `drain` asks for everything.
      flush();
      const std::lock_guard lock(mutex_);
      ++num_drained_;
      drained_.notify_all();
    } else if (ring_.closed_and_empty()) {
      return;
    } else if (!failed()) {
      keep(support::guarded([&] { return sink_.idle(); }));
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

Result<void> SinkRunner::sync() {
  // Nobody but the caller gives the sink anything, so after a drain its thread rests.
  if (auto drained = drain(); !drained) {
    return drained;
  }
  keep(support::guarded([&] { return sink_.sync(); }));
  return outcome();
}

Result<void> SinkRunner::finish() {
  // Whatever happens, the thread rests before anybody else touches the sink.
  auto drained = support::guarded([&] { return drain(); });
  ring_.close();
  if (thread_.joinable()) {
    thread_.join();
  }
  return drained;
}

}  // namespace fairmon::pipeline
