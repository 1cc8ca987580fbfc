#pragma once

#include <cstdint>
#include <vector>

#include "engine/columns/frame.hpp"

namespace fairmon::engine {

/// An instance spawned or closed in a row of a run.
struct RunChange {
  std::uint32_t table = 0;
  std::uint32_t row = 0;
  std::uint32_t slot = 0;
  bool revived = false;  ///< it spawned in a slot where its last life lingered
};

/// An evaluation that failed in a row of a run.
struct RunFailure {
  std::uint32_t stream = 0;
  std::uint32_t row = 0;
  std::uint32_t slot = kNone;
  LaneFailure failure;
};

/// What else than values a run leaves.
struct RunChanges {
  const std::vector<RunChange>& spawns;
  const std::vector<RunChange>& closes;
  const std::vector<RunFailure>& failures;
};

}  // namespace fairmon::engine
