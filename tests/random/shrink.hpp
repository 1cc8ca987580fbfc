#pragma once

#include <functional>

#include "random/model.hpp"

namespace fairmon::random_cases {

/// Makes a case smaller step by step as long as it stays `interesting`: drops streams, clauses and
/// rows, replaces expressions by their parts or by literals, empties fields.
[[nodiscard]] RandomCase shrink(RandomCase item,
                                const std::function<bool(const RandomCase&)>& interesting);

}  // namespace fairmon::random_cases
