#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fairmon::report {

/// What a run found out about one stream and instance at its end.
struct RunValue {
  double value = 0.0;
  std::optional<std::uint64_t> trials;
  std::optional<std::uint64_t> hits;
};

/// The newest values of one run, wherever they were kept.
struct RunValues {
  using Key = std::pair<std::string, std::string>;  ///< stream, instance as text
  std::map<Key, RunValue> values;
  std::vector<Key> order;  ///< as the run lists them
  std::uint64_t num_events = 0;
  std::string specification;      ///< digest of what was compiled
  std::vector<std::string> data;  ///< digests of the data; empty where they are not known

  /// Later values take the place of earlier ones.
  void take(const Key& key, const RunValue& value) {
    if (values.insert_or_assign(key, value).second) {
      order.push_back(key);
    }
  }
};

}  // namespace fairmon::report
