#include "builtins/evidence/shares.hpp"

#include <algorithm>

namespace fairmon::builtins::evidence {
namespace {

constexpr double kKnown = 0.9;  ///< for the groups that were announced; the rest for later ones
constexpr double kLater = 0.1;

double telescoping(std::uint64_t number) noexcept {
  const double n = static_cast<double>(number);
  return 1.0 / (n * (n + 1.0));
}

}  // namespace

double instance_share(std::uint64_t rank, double whole, std::uint64_t groups) noexcept {
  if (rank == 0) {
    return 0.0;
  }
  if (groups == 0) {
    return whole * telescoping(rank);
  }
  return rank <= groups ? kKnown * whole / static_cast<double>(groups)
                        : kLater * whole * telescoping(rank - groups);
}

double pair_share(std::uint64_t first, std::uint64_t second, double whole,
                  std::uint64_t groups) noexcept {
  const std::uint64_t later = std::max(first, second);
  if (std::min(first, second) == 0 || first == second) {
    return 0.0;
  }
  const double m = static_cast<double>(later);
  if (groups < 2) {
    return whole / ((m - 1.0) * (m - 1.0) * m);
  }
  const double k = static_cast<double>(groups);
  if (later <= groups) {
    return kKnown * 2.0 * whole / (k * (k - 1.0));
  }
  const double j = m - k;
  return kLater * whole / (j * (j + 1.0) * (k + j - 1.0));
}

double sample_share(std::uint64_t number, double whole) noexcept {
  return number == 0 ? 0.0 : whole * telescoping(number);
}

double scale_share(std::uint32_t scale, double whole) noexcept {
  return whole * telescoping(scale - kFirstScale + 1);
}

double block_share(double whole, std::uint64_t before, std::uint64_t scale) noexcept {
  return whole * telescoping((before >> scale) + 1);
}

}  // namespace fairmon::builtins::evidence
