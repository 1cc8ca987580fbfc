#include "engine/windows/sorted_ranks.hpp"

#include <algorithm>

namespace fairmon::engine {

namespace {
constexpr std::size_t kMost = 512;
constexpr std::size_t kFew = kMost / 4;
}  // namespace

/// The first block that reaches up to the rank, else the last one.
std::size_t SortedRanks::block_of(std::uint64_t rank) const noexcept {
  const auto found = std::ranges::lower_bound(highest_, rank);
  const auto at = static_cast<std::size_t>(found - highest_.begin());
  return std::min(at, highest_.size() - 1);
}

void SortedRanks::insert(std::uint64_t rank) {
  if (blocks_.empty()) {
    blocks_.emplace_back();
    highest_.push_back(rank);
    sizes_.push_back(0);
  }
  const std::size_t at = block_of(rank);
  Block& block = blocks_[at];
  block.insert(std::ranges::upper_bound(block, rank), rank);
  highest_[at] = block.back();
  ++sizes_[at];
  ++size_;
  if (block.size() > kMost) {
    split(at);
  }
}

void SortedRanks::split(std::size_t at) {
  Block& lower = blocks_[at];
  const auto middle = lower.begin() + static_cast<std::ptrdiff_t>(lower.size() / 2);
  Block upper(middle, lower.end());
  lower.erase(middle, lower.end());
  const auto next = static_cast<std::ptrdiff_t>(at + 1);
  highest_.insert(highest_.begin() + next, upper.back());
  sizes_.insert(sizes_.begin() + next, static_cast<std::uint32_t>(upper.size()));
  highest_[at] = lower.back();
  sizes_[at] = static_cast<std::uint32_t>(lower.size());
  blocks_.insert(blocks_.begin() + next, std::move(upper));
}

void SortedRanks::drop(std::size_t at) {
  const auto place = static_cast<std::ptrdiff_t>(at);
  blocks_.erase(blocks_.begin() + place);
  highest_.erase(highest_.begin() + place);
  sizes_.erase(sizes_.begin() + place);
}

void SortedRanks::erase(std::uint64_t rank) {
  const std::size_t at = block_of(rank);
  Block& block = blocks_[at];
  block.erase(std::ranges::lower_bound(block, rank));
  --sizes_[at];
  --size_;
  if (block.empty()) {
    drop(at);
    return;
  }
  highest_[at] = block.back();
  if (block.size() < kFew && at + 1 < blocks_.size() && blocks_[at + 1].size() < kMost / 2) {
    Block& next = blocks_[at + 1];
    next.insert(next.begin(), block.begin(), block.end());
    sizes_[at + 1] = static_cast<std::uint32_t>(next.size());
    drop(at);
  }
}

void SortedRanks::clear() {
  blocks_.clear();
  highest_.clear();
  sizes_.clear();
  size_ = 0;
}

std::uint64_t SortedRanks::nth(std::size_t n) const noexcept {
  std::size_t at = 0;
  while (n >= sizes_[at]) {
    n -= sizes_[at];
    ++at;
  }
  return blocks_[at][n];
}

std::size_t SortedRanks::memory_bytes() const noexcept {
  std::size_t total = blocks_.capacity() * sizeof(Block) +
                      highest_.capacity() * sizeof(std::uint64_t) +
                      sizes_.capacity() * sizeof(std::uint32_t);
  for (const Block& block : blocks_) {
    total += block.capacity() * sizeof(std::uint64_t);
  }
  return total;
}

}  // namespace fairmon::engine
