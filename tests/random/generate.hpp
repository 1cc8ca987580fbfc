#pragma once

#include "random/model.hpp"
#include "random/rng.hpp"

namespace fairmon::random_cases {

/// So many neighbouring seeds have one specification and different traces.
constexpr std::uint64_t kTracesPerModel = 2;

/// A well-typed specification and a nasty trace; the same for the same seed.
/// With `common`, in the language that the released Rust tool understands too.
[[nodiscard]] RandomCase generate(std::uint64_t seed, bool common = false);

/// A specification with conditions on events, of which many can be left out, and a trace.
[[nodiscard]] RandomCase generate_conditional(std::uint64_t seed);

/// A specification with streams per key, most of which shards can take apart, and a trace.
[[nodiscard]] RandomCase generate_keyed(std::uint64_t seed);

}  // namespace fairmon::random_cases
