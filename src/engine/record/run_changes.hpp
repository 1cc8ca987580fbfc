#pragma once

#include <cstdint>

#include "engine/columns/frame.hpp"

namespace fairmon::engine {

/// An instance spawned in a row of a run.
struct RunChange {
  std::uint32_t table = 0;
  std::uint32_t row = 0;
  std::uint32_t slot = 0;
};

/// An evaluation that failed in a row of a run.
struct RunFailure {
  std::uint32_t stream = 0;
  std::uint32_t row = 0;
  std::uint32_t slot = kNone;
  LaneFailure failure;
};

}  // namespace fairmon::engine
