#pragma once

#include <fairmon/event_source.hpp>

#include <atomic>
#include <memory>
#include <mutex>
#include <string>

namespace fairmon::pipeline {

/// What a run and its source tell each other. Threads of a source may use it after the run is over,
/// so it belongs to whoever still has it.
class SourceLink {
 public:
  /// Lets a source that waits for the world go.
  void stop() noexcept { stop_ = true; }
  [[nodiscard]] std::string waiting() const {
    const std::lock_guard lock(mutex_);
    return waiting_;
  }

  /// Fills in what the source may use.
  static void attach(const std::shared_ptr<SourceLink>& link, SourceContext& context) {
    context.stop = std::shared_ptr<const std::atomic<bool>>(link, &link->stop_);
    context.waiting = [link](const std::string& text) {
      const std::lock_guard lock(link->mutex_);
      link->waiting_ = text;
    };
  }

 private:
  std::atomic<bool> stop_ = false;
  mutable std::mutex mutex_;
  std::string waiting_;
};

}  // namespace fairmon::pipeline
