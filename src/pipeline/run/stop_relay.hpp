#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>

#include "pipeline/run/source_link.hpp"
#include "support/thread.hpp"

namespace fairmon::pipeline {

/// Passes the user's wish to stop on to a source as long as it lives.
class StopRelay {
 public:
  explicit StopRelay(std::shared_ptr<SourceLink> link) : link_(std::move(link)) {}
  ~StopRelay() {
    {
      const std::lock_guard lock(mutex_);
      done_ = true;
    }
    wake_.notify_one();
    thread_.join();
  }
  StopRelay(const StopRelay&) = delete;
  StopRelay& operator=(const StopRelay&) = delete;

  /// Nothing is done without a flag to look at.
  Result<void> start(const std::atomic<bool>* from) {
    return from == nullptr ? Result<void>()
                           : thread_.start([this, from] { run(*from); },
                                           [this](const Error&) { link_->stop(); });
  }

 private:
  void run(const std::atomic<bool>& from) {
    std::unique_lock lock(mutex_);
    while (!done_ && !from.load()) {
      wake_.wait_for(lock, std::chrono::milliseconds(20), [&] { return done_; });
    }
    if (from.load()) {
      link_->stop();
    }
  }

  std::shared_ptr<SourceLink> link_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool done_ = false;
  support::Thread thread_;
};

}  // namespace fairmon::pipeline
