#pragma once

#include <fairmon/verdict_sink.hpp>

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "support/packing.hpp"

namespace fairmon::plugins {

/// Which episodes of triggers go on, for outputs that tell of each only once.
class OpenEpisodes {
 public:
  /// Takes out firings that continue an episode, and the rows that say when one is over.
  void keep_first_firings(const Spec& spec, std::vector<VerdictRow>& rows);

  void save(std::string& out) const;
  void load(support::Unpacker& in);

 private:
  std::set<std::pair<std::uint32_t, std::string>> open_;  ///< trigger, bytes of the parameters
};

}  // namespace fairmon::plugins
