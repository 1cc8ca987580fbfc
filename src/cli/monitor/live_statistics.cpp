#include "cli/monitor/live_statistics.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "cli/report.hpp"

namespace fairmon::cli {

namespace {
constexpr std::string_view kThreeLinesUp = "\x1b[3F\x1b[J";
}

std::string LiveStatistics::block(const PipelineProgress& progress, double seconds,
                                  std::uint64_t turn) {
  static constexpr std::array<std::string_view, 4> kTurns = {"▌", "▀", "▐", "▄"};
  const std::uint64_t cycles = progress.num_events + progress.num_deadlines;
  std::string text = std::string(80, '=') + "\n";
  text += kTurns[turn % kTurns.size()];
  if (cycles == 0 || seconds <= 0.0) {
    text += " 0 events\n";
  } else {
    const auto count = static_cast<double>(cycles);
    text += fmt::format(" {} cycles, {:.0f} cycles per second, {:.0f} nsec per cycles\n", cycles,
                        count / seconds, seconds * 1e9 / count);
  }
  return text + fmt::format("  {} trigger\n", progress.num_triggers);
}

void LiveStatistics::show(const PipelineProgress& progress) {
  if (progress.finished) {
    clear();
    return;
  }
  const auto span = std::chrono::steady_clock::now() - began_;
  const double seconds = std::chrono::duration<double>(span).count();
  print_error(std::string(shown_ ? kThreeLinesUp : "") + block(progress, seconds, turn_++));
  shown_ = true;
}

void LiveStatistics::clear() {
  if (shown_) {
    print_error(kThreeLinesUp);
    shown_ = false;
  }
}

}  // namespace fairmon::cli
