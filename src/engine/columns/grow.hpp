#pragma once

#ifdef __linux__
#include <sys/mman.h>
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace fairmon::engine {

/// Asks for large pages under memory that nobody has touched yet: columns of a million instances
/// are read in any order, and looking up thousands of small pages costs as much as the reading.
inline void prefer_large_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#ifdef __linux__
  constexpr std::size_t kPage = std::size_t{1} << 21;
  const auto begin = (reinterpret_cast<std::uintptr_t>(memory) + kPage - 1) / kPage * kPage;
  const auto end = (reinterpret_cast<std::uintptr_t>(memory) + bytes) / kPage * kPage;
  if (begin < end) {
    // Only advice: where it is not taken, everything works as well.
    auto* first =
        static_cast<std::byte*>(memory) + (begin - reinterpret_cast<std::uintptr_t>(memory));
    static_cast<void>(::madvise(first, end - begin, MADV_HUGEPAGE));
  }
#endif
}

/// `resize` to a larger size, by doubling.
template <class T>
void grow_to(std::vector<T>& column, std::size_t size, T filling = T()) {
  if (size > column.capacity()) {
    std::vector<T> larger;
    larger.reserve(std::max(size, 2 * column.capacity()));
    prefer_large_pages(larger.data(), larger.capacity() * sizeof(T));
    larger.assign(column.begin(), column.end());
    column.swap(larger);
  }
  column.resize(size, filling);
}

}  // namespace fairmon::engine
