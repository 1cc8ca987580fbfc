#pragma once

#include <fairmon/pipeline.hpp>

#include <chrono>
#include <cstdint>
#include <string>

namespace fairmon::cli {

/// The three lines that `--statistics all` keeps up to date on standard error while a run goes on,
/// as the released tool prints them: a rule, cycles and their rate, triggers.
class LiveStatistics {
 public:
  LiveStatistics() = default;
  ~LiveStatistics() { clear(); }
  LiveStatistics(const LiveStatistics&) = delete;
  LiveStatistics& operator=(const LiveStatistics&) = delete;

  void show(const PipelineProgress& progress);
  /// Takes the lines away; the final numbers come in their place.
  void clear();
  /// The lines for a picture of a run after some seconds; for tests too.
  [[nodiscard]] static std::string block(const PipelineProgress& progress, double seconds,
                                         std::uint64_t turn);

 private:
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  std::uint64_t turn_ = 0;
  bool shown_ = false;
};

}  // namespace fairmon::cli
