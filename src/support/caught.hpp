#pragma once

#include <fairmon/result.hpp>

#include <utility>

namespace fairmon::support {

/// The exception that is being handled, as an error: too little memory and refused threads are of
/// the world, everything else is a mistake of ours. Call it in a `catch (...)` only.
[[nodiscard]] Error caught_error() noexcept;

/// Does the work; what it throws comes back as its error.
template <typename Work>
[[nodiscard]] auto guarded(Work&& work) -> decltype(work()) {
  try {
    return std::forward<Work>(work)();
  } catch (...) {
    return caught_error();
  }
}

}  // namespace fairmon::support
