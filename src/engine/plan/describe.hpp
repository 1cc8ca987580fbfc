#pragma once

#include <string>
#include <vector>

#include "ir/program.hpp"

namespace fairmon::engine {

/// How the engine evaluates a stream, in words.
struct StreamWay {
  std::string events;             ///< how it goes through a run of events; empty: at deadlines only
  std::vector<std::string> slow;  ///< what makes it slow, and why
};

/// One for each stream of the program.
[[nodiscard]] std::vector<StreamWay> describe_streams(const ir::Program& program);
/// The whole plan: streams, segments of a run, aggregates over instances.
[[nodiscard]] std::string describe_plan(const ir::Program& program);

}  // namespace fairmon::engine
