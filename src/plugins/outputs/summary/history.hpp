#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace fairmon::support {
class Unpacker;
}

namespace fairmon::plugins::summary {

/// The course of a number over a whole run in a few points: once they are full, every second one
/// goes and the spacing doubles.
class History {
 public:
  void add(double value);
  /// One block character per point, low to high; empty with fewer than two points.
  [[nodiscard]] std::string sparkline(std::size_t width) const;
  void save(std::string& out) const;
  [[nodiscard]] static History load(support::Unpacker& in);
  [[nodiscard]] bool empty() const { return points_.empty(); }

 private:
  static constexpr std::size_t kPoints = 64;
  std::vector<double> points_;
  std::size_t spacing_ = 1;
  std::size_t since_ = 0;
};

}  // namespace fairmon::plugins::summary
