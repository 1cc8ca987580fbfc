#include "cli/monitor/progress_bar.hpp"

#include <fmt/format.h>

#include "cli/report.hpp"

namespace fairmon::cli {

namespace {

/// 1234567 as 1.23 M.
std::string short_number(double number) {
  if (number >= 1e9) {
    return fmt::format("{:.2f} G", number / 1e9);
  }
  if (number >= 1e6) {
    return fmt::format("{:.2f} M", number / 1e6);
  }
  if (number >= 1e4) {
    return fmt::format("{:.1f} k", number / 1e3);
  }
  return fmt::format("{:.0f}", number);
}

}  // namespace

std::string short_span(double seconds) {
  if (seconds >= 86'400) {
    return fmt::format("{:.1f} d", seconds / 86'400);
  }
  if (seconds >= 3600) {
    return fmt::format("{:.1f} h", seconds / 3600);
  }
  if (seconds >= 60) {
    return fmt::format("{:.0f} min", seconds / 60);
  }
  return fmt::format("{:.0f} s", seconds);
}

std::string ProgressBar::line(const PipelineProgress& progress, double seconds) {
  constexpr int kBarWidth = 20;
  std::string text;
  const auto& share = progress.source.share;
  if (share) {
    const int filled = static_cast<int>(*share * kBarWidth + 0.5);
    for (int i = 0; i < kBarWidth; ++i) {
      text += i < filled ? "█" : "░";
    }
    text += fmt::format(" {:3.0f} %  ", *share * 100);
  }
  const auto events = static_cast<double>(progress.num_events);
  text += short_number(events) + " events";
  if (seconds > 0.2) {
    text += ", " + short_number(events / seconds) + "/s";
  }
  text += ", time " + short_span(static_cast<double>(progress.reached.ns) / 1e9);
  text +=
      fmt::format(", {} trigger{}", progress.num_triggers, progress.num_triggers == 1 ? "" : "s");
  if (share && *share > 0.01 && seconds > 1.0) {
    text += ", " + short_span(seconds * (1.0 - *share) / *share) + " left";
  }
  if (!progress.source.detail.empty()) {
    text += ", " + progress.source.detail;
  }
  if (!progress.waiting.empty()) {
    text += ", " + progress.waiting;
  }
  return text;
}

void ProgressBar::show(const PipelineProgress& progress) {
  if (progress.finished) {
    clear();  // the line is somebody else's now
    return;
  }
  const auto span = std::chrono::steady_clock::now() - began_;
  print_error("\r\x1b[K" + line(progress, std::chrono::duration<double>(span).count()));
  shown_ = true;
}

void ProgressBar::clear() {
  if (shown_) {
    print_error("\r\x1b[K");
    shown_ = false;
  }
}

}  // namespace fairmon::cli
