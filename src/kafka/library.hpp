#pragma once

#include <fairmon/result.hpp>
#include <librdkafka/rdkafka.h>

namespace fairmon::kafka {

/// What we use of librdkafka, loaded on demand.
struct Functions {
// NOLINTNEXTLINE(bugprone-macro-parentheses): a name that is declared has none
#define FAIRMON_KAFKA_FUNCTION(name) decltype(&::rd_kafka_##name) name = nullptr;
#include "kafka/functions.def"
#undef FAIRMON_KAFKA_FUNCTION
  decltype(&::rd_kafka_new) create = nullptr;  // its own name is a keyword
};

/// Loads librdkafka, on any thread; further calls cost nothing.
[[nodiscard]] Result<void> load_library();

/// Only after `load_library` succeeded.
[[nodiscard]] const Functions& library();

}  // namespace fairmon::kafka
