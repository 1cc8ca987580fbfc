#pragma once

#include <cstdint>
#include <vector>

namespace fairmon::sema {

/// The strongly connected parts of a graph, each after all parts it points to. Members of a part
/// are in ascending order.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> connected_parts(
    const std::vector<std::vector<std::uint32_t>>& edges);

}  // namespace fairmon::sema
