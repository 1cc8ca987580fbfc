#pragma once

#include <fairmon/event.hpp>
#include <fairmon/result.hpp>
#include <fairmon/verdict.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace fairmon::pipeline {

/// What one monitor does of a slice.
struct ShardWork {
  EventBatch events;
  std::vector<std::uint32_t> rows;  ///< of each event: its number in the slice
  VerdictBatch verdicts;
  Result<void> outcome;
};

/// A stretch of the run on its way through the shards: events, then deadlines.
struct Slice {
  std::vector<Timestamp> times;    ///< of its events
  std::optional<Timestamp> until;  ///< deadlines up to here, this moment included, are evaluated
  std::vector<ShardWork> work;     ///< by monitor
  std::optional<Error> refused;    ///< why the events behind it are not taken
  std::size_t num_open = 0;        ///< workers still at it

  void clear() {
    times.clear();
    until.reset();
    refused.reset();
    for (ShardWork& part : work) {
      part.events.clear();
      part.rows.clear();
      part.verdicts.clear();
      part.outcome = {};
    }
  }
};

}  // namespace fairmon::pipeline
