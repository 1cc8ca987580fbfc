#include "support/thread.hpp"

#include <utility>

#include "support/caught.hpp"

namespace fairmon::support {

Result<void> Thread::start(Work work, Failed failed) {
  join();
  auto started = guarded([&]() -> Result<void> {
    thread_ = std::thread([work = std::move(work), failed = std::move(failed)] {
      try {
        work();
      } catch (...) {
        Error error = caught_error();
        try {
          failed(std::move(error));
        } catch (...) {  // NOLINT(bugprone-empty-catch): nobody is left to tell
        }
      }
    });
    return {};
  });
  if (!started) {
    started.error().message = "cannot start a thread: " + started.error().message;
  }
  return started;
}

void Thread::join() noexcept {
  if (thread_.joinable()) {
    thread_.join();
  }
}

}  // namespace fairmon::support
