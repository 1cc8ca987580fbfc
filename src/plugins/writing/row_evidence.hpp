#pragma once

#include <fairmon/verdict_sink.hpp>

#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace fairmon::plugins {

/// Puts bounds and trials beside the values they belong to, for outputs that were asked for them.
class RowEvidence {
 public:
  /// Takes out the rows that tell of a value, and gives that value's row what they say. Pointers
  /// stay valid until the next call.
  void gather(const Spec& spec, std::vector<VerdictRow>& rows);

 private:
  std::deque<ValueEvidence> found_;
  std::map<std::pair<std::uint32_t, std::string>, ValueEvidence*> of_cycle_;
};

}  // namespace fairmon::plugins
