#pragma once

#include <fairmon/pipeline.hpp>

#include <chrono>
#include <string>

namespace fairmon::cli {

/// 90 as `2 min`, 30 as `30 s`.
[[nodiscard]] std::string short_span(double seconds);

/// One line on standard error that is rewritten while a run goes on: share, events, rate, time
/// reached, triggers, time left.
class ProgressBar {
 public:
  ProgressBar() = default;
  ~ProgressBar() { clear(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void show(const PipelineProgress& progress);
  void clear();
  /// The line for a picture of a run after some seconds; for tests too.
  [[nodiscard]] static std::string line(const PipelineProgress& progress, double seconds);

 private:
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  bool shown_ = false;
};

}  // namespace fairmon::cli
