#pragma once

#include <fairmon/value.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace fairmon::engine {

/// Temporary columns, handed out and taken back like a stack. Blocks stay, so a warm arena does not
/// allocate, and addresses stay valid until they are released.
class Arena {
 public:
  struct Mark {
    std::size_t block = 0;
    std::size_t used = 0;
  };

  /// Asked for at every step of an evaluation: a call would cost as much as the step itself.
  [[nodiscard, gnu::always_inline]] Cell* cells(std::size_t count) {
    if (used_ + count > size_) [[unlikely]] {
      find_room(count);
    }
    Cell* address = base_ + used_;
    used_ += count;
    return address;
  }
  [[nodiscard]] std::uint32_t* indices(std::size_t count) {
    return reinterpret_cast<std::uint32_t*>(cells((count + 1) / 2));
  }
  [[nodiscard]] std::uint8_t* bytes(std::size_t count) {
    return reinterpret_cast<std::uint8_t*>(cells((count + 7) / 8));
  }

  [[nodiscard]] Mark mark() const noexcept { return {block_, used_}; }
  void release(Mark mark) noexcept {
    block_ = mark.block;
    used_ = mark.used;
    enter_block();
  }
  [[nodiscard]] std::size_t memory_bytes() const noexcept {
    std::size_t total = 0;
    for (const Block& block : blocks_) {
      total += block.size * sizeof(Cell);
    }
    return total;
  }

 private:
  static constexpr std::size_t kBlock = 1 << 14;
  struct Block {
    std::unique_ptr<Cell[]> cells;
    std::size_t size;
  };

  [[gnu::noinline]] void find_room(std::size_t count) {
    while (block_ < blocks_.size() && used_ + count > blocks_[block_].size) {
      ++block_;
      used_ = 0;
    }
    if (block_ == blocks_.size()) {
      const std::size_t size = std::max(count, kBlock);
      blocks_.push_back({std::make_unique_for_overwrite<Cell[]>(size), size});
      used_ = 0;
    }
    enter_block();
  }
  void enter_block() noexcept {
    const bool exists = block_ < blocks_.size();
    base_ = exists ? blocks_[block_].cells.get() : nullptr;
    size_ = exists ? blocks_[block_].size : 0;
  }

  std::vector<Block> blocks_;
  std::size_t block_ = 0;
  std::size_t used_ = 0;
  // Of the current block.
  Cell* base_ = nullptr;
  std::size_t size_ = 0;
};

/// Gives back, at the end of a scope, what was taken inside it.
class ArenaScope {
 public:
  explicit ArenaScope(Arena& arena) : arena_(arena), mark_(arena.mark()) {}
  ~ArenaScope() { arena_.release(mark_); }
  ArenaScope(const ArenaScope&) = delete;
  ArenaScope& operator=(const ArenaScope&) = delete;

 private:
  Arena& arena_;
  Arena::Mark mark_;
};

}  // namespace fairmon::engine
