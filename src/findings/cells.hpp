#pragma once

#include <fairmon/spec.hpp>

#include <cstddef>

namespace fairmon::findings {

/// How many cells name an instance of the stream.
inline std::size_t num_instance_cells(const StreamInfo& stream) {
  std::size_t sum = 0;
  for (const StreamInfo::Parameter& parameter : stream.parameters) {
    sum += parameter.type.num_cells();
  }
  return sum;
}

}  // namespace fairmon::findings
