#pragma once

#include <cstdint>
#include <string>

/// For tests: programs in textual form and traces for them, made from a seed.
namespace fairmon::engine::testing {

[[nodiscard]] std::string random_program(std::uint64_t seed);
/// A trace as `add_events` reads it, for the inputs that all random programs have.
[[nodiscard]] std::string random_trace(std::uint64_t seed);

}  // namespace fairmon::engine::testing
