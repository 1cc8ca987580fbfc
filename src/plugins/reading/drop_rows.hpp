#pragma once

#include <fairmon/event.hpp>

#include <vector>

namespace fairmon::plugins {

/// Removes the rows `base + i` for which `dropped[i]`, and closes the gaps.
void drop_rows(EventBatch& batch, std::size_t base, const std::vector<bool>& dropped);

}  // namespace fairmon::plugins
