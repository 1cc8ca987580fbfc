#pragma once

#include <fairmon/value.hpp>

#include <cstdint>

namespace fairmon::builtins {

/// The sum of whole numbers, modulo 2^64.
[[nodiscard]] std::uint64_t sum_of(const Cell* values, std::uint32_t count) noexcept;

}  // namespace fairmon::builtins
