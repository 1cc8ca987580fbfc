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

/// What an index knows of a key of several cells: a part of its hash, from which its place follows.
struct HashTag {
  std::uint32_t bits = 0;

  explicit HashTag(std::uint64_t hash = 0) noexcept
      : bits(static_cast<std::uint32_t>(hash >> 20)) {}
  [[nodiscard]] std::size_t spread() const noexcept { return bits; }
  friend bool operator==(HashTag, HashTag) = default;
};

/// A key of a single cell itself: nothing else has to be looked at.
struct CellTag {
  Cell cell = 0;

  [[nodiscard]] std::size_t spread() const noexcept { return mix_cell(0, cell) >> 20; }
  friend bool operator==(CellTag, CellTag) = default;
};

/// Open addressing from tag to slot. Where a tag does not tell keys apart, which lie with the
/// instances, the caller says when a slot's key is the one looked for.
template <class Tag>
class KeyIndex {
 public:
  template <class Same>
  [[nodiscard]] std::uint32_t find(Tag tag, Same&& same) const noexcept {
    if (entries_.empty()) {
      return kNone;
    }
    for (std::size_t at = home(tag);; at = (at + 1) & mask_) {
      const Entry entry = entries_[at];
      if (entry.slot == kNone) {
        return kNone;
      }
      if (entry.tag == tag && entry.slot != kErased && same(entry.slot)) {
        return entry.slot;
      }
    }
  }

  void prefetch(Tag tag) const noexcept {
    if (!entries_.empty()) {
      __builtin_prefetch(&entries_[home(tag)]);
    }
  }

  /// The first slot with this tag: that of the key, if tags tell keys apart.
  [[nodiscard]] std::uint32_t find(Tag tag) const noexcept {
    return find(tag, [](std::uint32_t) { return true; });
  }

  /// The key must not be present.
  void insert(Tag tag, std::uint32_t slot) {
    if ((used_ + 1) * 8 > entries_.size() * 5) {
      rehash();
    }
    put({tag, slot});
    ++used_;
    ++live_;
  }

  void erase(Tag tag, std::uint32_t slot) noexcept {
    for (std::size_t at = home(tag);; at = (at + 1) & mask_) {
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
    Tag tag;
    std::uint32_t slot = kNone;
  };

  /// The tag is all a rehash knows, so the place is derived from it alone.
  [[nodiscard]] std::size_t home(Tag tag) const noexcept { return tag.spread() & mask_; }

  void put(Entry entry) noexcept {
    std::size_t at = home(entry.tag);
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
