#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fairmon::engine {

/// Numbers in ascending order, in blocks of a few hundred: a new one moves only its neighbours, and
/// finding the n-th passes over the sizes of blocks.
class SortedRanks {
 public:
  void insert(std::uint64_t rank);
  /// One of those equal to it; there must be one.
  void erase(std::uint64_t rank);
  void clear();
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  /// The smallest is number 0; n < size().
  [[nodiscard]] std::uint64_t nth(std::size_t n) const noexcept;
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  using Block = std::vector<std::uint64_t>;

  [[nodiscard]] std::size_t block_of(std::uint64_t rank) const noexcept;
  void split(std::size_t at);
  void drop(std::size_t at);

  std::vector<Block> blocks_;
  std::vector<std::uint64_t> highest_;  ///< of each block
  std::vector<std::uint32_t> sizes_;    ///< of each block
  std::size_t size_ = 0;
};

}  // namespace fairmon::engine
