#include <gtest/gtest.h>

#include <cstdlib>

#include "engine/engine.hpp"
#include "engine/testing/random_program.hpp"
#include "engine/testing/run_text.hpp"
#include "ir/dependencies.hpp"
#include "ir/text.hpp"
#include "reference/monitor.hpp"

namespace fairmon::engine {
namespace {

/// Both engines, under both policies and several batch sizes, on one program and trace.
void compare(std::uint64_t seed) {
  const std::string text = testing::random_program(seed);
  const Result<ir::Program> read = ir::read(text);
  ASSERT_TRUE(read.ok()) << read.error().to_string() << "\n" << text;
  if (ir::find_cycle(*read).has_value()) {
    return;
  }
  const std::string trace = testing::random_trace(seed * 7 + 1);
  for (const ErrorPolicy policy : {ErrorPolicy::Stop, ErrorPolicy::Report}) {
    const std::string expected = testing::run(text, trace, 1000, policy, &reference::make_monitor);
    for (const std::size_t rows : {1U, 3U, 1000U}) {
      const std::string found = testing::run(text, trace, rows, policy, &make_monitor);
      ASSERT_TRUE(found == expected) << testing::first_difference(found, expected) << "seed "
                                     << seed << ", batches of " << rows << "\n"
                                     << text << trace;
    }
    const std::string resumed =
        testing::run(text, trace, 5, policy, &make_monitor, /*through_checkpoint=*/true);
    ASSERT_TRUE(resumed == expected)
        << testing::first_difference(resumed, expected) << "seed " << seed << ", resumed\n"
        << text << trace;
  }
}

TEST(Differential, RandomProgramsGiveTheVerdictsOfTheReference) {
  const char* first = std::getenv("FAIRMON_SEED");
  const char* count = std::getenv("FAIRMON_SEEDS");
  const std::uint64_t begin = first != nullptr ? std::strtoull(first, nullptr, 10) : 1;
  const std::uint64_t number = count != nullptr ? std::strtoull(count, nullptr, 10) : 300;
  for (std::uint64_t seed = begin; seed < begin + number; ++seed) {
    compare(seed);
    if (::testing::Test::HasFatalFailure()) {
      return;
    }
  }
}

}  // namespace
}  // namespace fairmon::engine
