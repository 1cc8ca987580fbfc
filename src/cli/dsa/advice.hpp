#pragma once

#include "server/source_advice.hpp"

namespace fairmon::cli {

/// What the web interface can say of the DSA source before a run. The value `simulator` for the
/// option `url` starts the built-in simulator once and reads from it.
[[nodiscard]] server::SourceAdvice dsa_advice();

}  // namespace fairmon::cli
