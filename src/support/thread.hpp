#pragma once

#include <fairmon/result.hpp>

#include <functional>
#include <thread>

namespace fairmon::support {

/// A thread that cannot end the program. What its work throws goes to `failed`, on the same thread;
/// whoever owns the thread waits for it. All threads of the program are started here.
class Thread {
 public:
  using Work = std::function<void()>;
  /// Gets what went wrong; what it throws itself is dropped.
  using Failed = std::function<void(Error)>;

  Thread() = default;
  ~Thread() { join(); }
  Thread(Thread&&) noexcept = default;
  Thread& operator=(Thread&& other) noexcept {
    join();
    thread_ = std::move(other.thread_);
    return *this;
  }

  /// An error if the system gives no thread; then neither function is called.
  [[nodiscard]] Result<void> start(Work work, Failed failed);
  /// Waits for the end; nothing if there is no thread.
  void join() noexcept;

 private:
  std::thread thread_;
};

}  // namespace fairmon::support
