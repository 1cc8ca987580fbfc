#include "engine/columns/sweep.hpp"

#include <algorithm>

#include "support/wide.hpp"

namespace fairmon::engine {

FAIRMON_WIDE bool any_equal(const Cell* left, const Cell* right, std::uint32_t count) noexcept {
  std::uint64_t any = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    any |= static_cast<std::uint64_t>(left[i] == right[i]);
  }
  return any != 0;
}

FAIRMON_WIDE bool all_set(const std::uint64_t* column, std::uint32_t count) noexcept {
  // Among numbers below 2^63 only 0 has the highest bit set when 1 is taken away.
  std::uint64_t below = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    below |= column[i] - 1;
  }
  return (below >> 63) == 0;
}

FAIRMON_WIDE bool all_are(const std::uint64_t* column, std::uint64_t value,
                          std::uint32_t count) noexcept {
  std::uint64_t differs = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    differs |= column[i] ^ value;
  }
  return differs == 0;
}

FAIRMON_WIDE bool all_equal(const std::uint32_t* left, const std::uint32_t* right,
                            std::uint32_t count) noexcept {
  std::uint32_t differs = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    differs |= left[i] ^ right[i];
  }
  return differs == 0;
}

FAIRMON_WIDE bool none_marked(const std::uint8_t* marks, std::uint32_t count) noexcept {
  std::uint8_t any = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    any |= marks[i];
  }
  return any == 0;
}

FAIRMON_WIDE bool ascends_by_one(const std::uint32_t* column, std::uint32_t count) noexcept {
  std::uint32_t differs = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    differs |= column[i] - i - column[0];
  }
  return differs == 0;
}

FAIRMON_WIDE std::uint32_t count_marked(const std::uint8_t* marks, std::uint32_t count) noexcept {
  std::uint32_t total = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    total += marks[i];
  }
  return total;
}

FAIRMON_WIDE void mark_set(const std::uint64_t* column, std::uint8_t* marks,
                           std::uint32_t count) noexcept {
  for (std::uint32_t i = 0; i < count; ++i) {
    marks[i] = column[i] != 0 ? 1 : 0;
  }
}

FAIRMON_WIDE void mark_true(const Cell* column, std::uint8_t* marks, std::uint32_t count) noexcept {
  for (std::uint32_t i = 0; i < count; ++i) {
    marks[i] = static_cast<std::uint8_t>(column[i] & 1U);
  }
}

namespace {

constexpr std::uint64_t kTop = std::uint64_t{1} << 63;

// Vectors compare signed numbers only.
FAIRMON_WIDE std::int64_t highest_of_all(Ranking ranking, const Cell* values, std::uint32_t count,
                                         std::int64_t best) noexcept {
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto rank = static_cast<std::int64_t>(ranking.rank(values[i]) ^ kTop);
    best = rank > best ? rank : best;
  }
  return best;
}

}  // namespace

std::uint64_t highest_rank(Ranking ranking, const Cell* values, const std::uint8_t* has,
                           std::uint32_t count, std::uint64_t best) noexcept {
  if (has == nullptr) {
    const auto highest =
        highest_of_all(ranking, values, count, static_cast<std::int64_t>(best ^ kTop));
    return static_cast<std::uint64_t>(highest) ^ kTop;
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    best = std::max(best, ranking.rank(values[i]) & (0 - std::uint64_t{has[i]}));
  }
  return best;
}

FAIRMON_WIDE void set_all(std::uint64_t* column, std::uint64_t value,
                          std::uint32_t count) noexcept {
  for (std::uint32_t i = 0; i < count; ++i) {
    column[i] = value;
  }
}

}  // namespace fairmon::engine
