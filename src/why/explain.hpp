#pragma once

#include <fairmon/findings.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "report/build/judge.hpp"
#include "report/words.hpp"
#include "why/tape.hpp"

namespace fairmon::why {

/// A value at the moment of the firing, and when the condition last did not
/// hold.
struct ValueLine {
  std::string name;
  std::string now;
  std::string then;  ///< empty: it had none
  std::string formula;
};

struct GroupCount {
  std::optional<std::uint64_t> hits;
  std::optional<std::uint64_t> trials;
  std::optional<double> rate;
};

struct GroupLine {
  std::string name;
  GroupCount now;
  GroupCount then;
  std::optional<report::Bounds> bounds;
  bool largest = false;
  bool smallest = false;
  std::uint64_t rank = 1;  ///< in order of appearance
};

struct EventLine {
  std::uint64_t number = 0;  ///< in the run, from 1
  std::uint64_t line = 0;    ///< of the data; 0: not known
  std::string time;
  std::string values;           ///< `group=women, hired=false`
  std::optional<double> moved;  ///< the measure minus what it would be without the event
};

struct Explanation {
  Requirement requirement;
  std::string trigger;  ///< `trigger_0`
  std::string title;
  std::string instance;
  std::string time;
  std::uint64_t event = 0;  ///< number of the event it fired at, or of the last before the tick
  bool at_tick = false;
  std::string with_values;  ///< the condition, streams replaced by their values
  std::string measure;
  std::optional<double> value;
  std::optional<double> value_then;
  double level = 0.95;
  std::vector<ValueLine> values;
  std::vector<GroupLine> groups;
  std::string since;        ///< from when on it held without a break
  bool held_before = true;  ///< false: it held when it was judged for the first time
  std::uint64_t num_between = 0;
  std::vector<EventLine> last;
  std::vector<EventLine> movers;
  std::uint64_t num_tried = 0;  ///< events that were left out one by one
  std::vector<std::string> kept_by;
};

/// Which line of the data an event stands in; 0 if that is not known.
using LineOf = std::function<std::uint64_t(std::uint64_t number)>;

/// Streams to watch so that a firing can be explained.
[[nodiscard]] Watched watched_for(const Spec& spec, const std::vector<Requirement>& requirements,
                                  std::optional<std::uint32_t> trigger);

[[nodiscard]] Result<Explanation> explain(const Tape& tape, const Requirement& requirement,
                                          double level, const LineOf& line_of);

/// What would have kept it, in words: the fewest more hits for the lowest
/// group, and the fewest less for the highest, at the same trials.
[[nodiscard]] std::vector<std::string> smallest_changes(const Requirement& requirement,
                                                        const std::vector<GroupLine>& groups,
                                                        double level);

[[nodiscard]] std::string to_text(const Explanation& explanation);
[[nodiscard]] std::string to_json(const Explanation& explanation);

}  // namespace fairmon::why
