#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace fairmon::pipeline {

/// Passes the user's wish to stop on to another flag as long as it lives.
class StopRelay {
 public:
  StopRelay(const std::atomic<bool>* from, std::atomic<bool>& to) {
    if (from != nullptr) {
      thread_ = std::thread([this, from, &to] { run(*from, to); });
    }
  }
  ~StopRelay() {
    {
      const std::lock_guard lock(mutex_);
      done_ = true;
    }
    wake_.notify_one();
    if (thread_.joinable()) {
      thread_.join();
    }
  }
  StopRelay(const StopRelay&) = delete;
  StopRelay& operator=(const StopRelay&) = delete;

 private:
  void run(const std::atomic<bool>& from, std::atomic<bool>& to) {
    std::unique_lock lock(mutex_);
    while (!done_ && !from.load()) {
      wake_.wait_for(lock, std::chrono::milliseconds(20), [&] { return done_; });
    }
    if (from.load()) {
      to.store(true);
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  bool done_ = false;
  std::thread thread_;
};

}  // namespace fairmon::pipeline
