#pragma once

#include <fairmon/value.hpp>

#include <cstdint>
#include <vector>

#include "engine/columns/grow.hpp"
#include "engine/columns/selection.hpp"

namespace fairmon::engine {

/// Mixes the cells of a key. Good in the high and the low bits, cheap for one cell.
[[nodiscard]] inline std::uint64_t mix_cell(std::uint64_t seed, Cell cell) noexcept {
  const std::uint64_t x = (seed ^ cell) * 0x9e37'79b9'7f4a'7c15ULL;
  return x ^ (x >> 29);
}

/// Open addressing from hash to slot. The keys themselves lie with the instances; the caller says
/// when a slot's key is the one looked for.
class KeyIndex {
 public:
  template <class Same>
  [[nodiscard]] std::uint32_t find(std::uint64_t hash, Same&& same) const noexcept {
    if (entries_.empty()) {
      return kNone;
    }
    const std::uint32_t tag = tag_of(hash);
    for (std::size_t at = home(hash);; at = (at + 1) & mask_) {
      const Entry entry = entries_[at];
      if (entry.slot == kNone) {
        return kNone;
      }
      if (entry.tag == tag && entry.slot != kErased && same(entry.slot)) {
        return entry.slot;
      }
    }
  }

  void prefetch(std::uint64_t hash) const noexcept {
    if (!entries_.empty()) {
      __builtin_prefetch(&entries_[home(hash)]);
    }
  }

  /// The first slot that `find` will ask about.
  [[nodiscard]] std::uint32_t guess(std::uint64_t hash) const noexcept {
    return find(hash, [](std::uint32_t) { return true; });
  }

  /// The key must not be present.
  void insert(std::uint64_t hash, std::uint32_t slot) {
    if ((used_ + 1) * 8 > entries_.size() * 5) {
      rehash();
    }
    place(hash, slot);
    ++used_;
    ++live_;
  }

  void erase(std::uint64_t hash, std::uint32_t slot) noexcept {
    for (std::size_t at = home(hash);; at = (at + 1) & mask_) {
      if (entries_[at].slot == slot) {
        // A gap at the end of a chain needs no tombstone.
        const bool last = entries_[(at + 1) & mask_].slot == kNone;
        entries_[at].slot = last ? kNone : kErased;
        used_ -= last ? 1U : 0U;
        --live_;
        return;
      }
    }
  }

  void clear() {
    entries_.clear();
    used_ = 0;
    live_ = 0;
  }
  [[nodiscard]] std::size_t memory_bytes() const noexcept {
    return entries_.capacity() * sizeof(Entry);
  }

 private:
  static constexpr std::uint32_t kErased = kNone - 1;
  struct Entry {
    std::uint32_t tag = 0;
    std::uint32_t slot = kNone;
  };

  /// The tag is all a rehash knows, so the place is derived from it alone.
  [[nodiscard]] static std::uint32_t tag_of(std::uint64_t hash) noexcept {
    return static_cast<std::uint32_t>(hash >> 20);
  }
  [[nodiscard]] std::size_t home(std::uint64_t hash) const noexcept { return tag_of(hash) & mask_; }

  void place(std::uint64_t hash, std::uint32_t slot) noexcept { put({tag_of(hash), slot}); }
  void put(Entry entry) noexcept {
    std::size_t at = entry.tag & mask_;
    while (entries_[at].slot != kNone) {
      at = (at + 1) & mask_;
    }
    entries_[at] = entry;
  }
  void rehash() {
    std::size_t size = 16;
    while (size * 5 < (live_ + 1) * 10) {
      size *= 2;
    }
    std::vector<Entry> old;
    grow_to(old, size);
    old.swap(entries_);
    mask_ = size - 1;
    used_ = live_;
    for (const Entry& entry : old) {
      if (entry.slot < kErased) {
        put(entry);
      }
    }
  }

  std::vector<Entry> entries_;
  std::size_t mask_ = 0;
  std::size_t used_ = 0;  ///< entries in use, tombstones included
  std::size_t live_ = 0;
};

}  // namespace fairmon::engine
