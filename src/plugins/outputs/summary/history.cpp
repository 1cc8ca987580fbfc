#include "plugins/outputs/summary/history.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace fairmon::plugins::summary {

void History::add(double value) {
  if (!std::isfinite(value) || since_++ % spacing_ != 0) {
    return;
  }
  points_.push_back(value);
  if (points_.size() < kPoints) {
    return;
  }
  for (std::size_t i = 0; 2 * i < points_.size(); ++i) {
    points_[i] = points_[2 * i];
  }
  points_.resize(kPoints / 2);
  spacing_ *= 2;
}

std::string History::sparkline(std::size_t width) const {
  static constexpr std::array<std::string_view, 8> kBlocks = {"▁", "▂", "▃", "▄",
                                                              "▅", "▆", "▇", "█"};
  if (points_.size() < 2) {
    return {};
  }
  const auto [low, high] = std::minmax_element(points_.begin(), points_.end());
  const double range = *high - *low;
  const std::size_t columns = std::min(width, points_.size());
  std::string text;
  for (std::size_t i = 0; i < columns; ++i) {
    const double value = points_[i * (points_.size() - 1) / (columns - 1)];
    const double share = range > 0.0 ? (value - *low) / range : 0.0;
    text += kBlocks[static_cast<std::size_t>(share * 7.0 + 0.5)];
  }
  return text;
}

}  // namespace fairmon::plugins::summary
