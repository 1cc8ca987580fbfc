#include <gtest/gtest.h>

#include <random>
#include <string>

#include "engine/engine.hpp"
#include "engine/testing/run_text.hpp"
#include "reference/monitor.hpp"

namespace fairmon::engine {
namespace {

/// Three tables that spawn together and read each other; lives end after some midnights, at which a
/// table keeps slots that lie within a window, while another gives them away.
constexpr std::string_view kLives = R"(input id: Int64
input mark: Bool
output days(i: Int64): Int64
  spawn @event((id && mark)) with sync(id)
  eval @global(1d) with add(defaults(offset(days, 1, $0:Int64), 0), 1)
  close @global(1d) when eq(sync(days, $0:Int64), 2)
output marked(i: Int64): Bool
  spawn @event((id && mark)) with sync(id)
  eval @event((id && mark)) when eq(sync(id), $0:Int64) with sync(mark)
  close @global(1d) when eq(defaults(hold(days, $0:Int64), 0), 2)
output ended(i: Int64, m: Bool): Int64
  spawn @event((id && mark)) with tuple(sync(id), sync(mark))
  eval @global(1d) when and(eq(defaults(hold(days, $0:Int64), 0), 2), window(w0, $0:Int64)) with defaults(hold(days, $0:Int64), 0)
  close @global(1d) when eq(defaults(hold(days, $0:Int64), 0), 2)
output total: UInt64
  eval @global(1d) with instances(a0)
window w0: Bool = sliding marked over 1d using exists from run caller ended @global(1d)
instances a0: UInt64 = all ended using count
)";

/// Bursts of neighbouring numbers and single ones anywhere, over some weeks.
std::string lives_trace(std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto below = [&](std::uint32_t end) { return static_cast<std::uint32_t>(random() % end); };
  std::string trace;
  std::uint32_t minute = 0;
  while (minute < 14 * 1440) {
    const std::uint32_t burst = below(2) == 0 ? 200 + below(800) : 1 + below(5);
    const std::uint32_t first = below(300);
    const std::string time = std::to_string(60 * minute) + " ";
    for (std::uint32_t i = 0; i < burst; ++i) {
      trace += time + std::to_string(first + i) + (below(3) == 0 ? " true\n" : " false\n");
    }
    minute += 150 + below(1500);
  }
  return trace;
}

TEST(ManyInstances, LivesOverSeveralBlocksAsTheReferenceSeesThem) {
  const std::string trace = lives_trace(1);
  const std::string expected =
      testing::run(kLives, trace, 1000, ErrorPolicy::Stop, &reference::make_monitor);
  ASSERT_NE(expected.find("ended"), std::string::npos);
  for (const bool through_checkpoint : {false, true}) {
    for (const std::size_t rows : {1U, 700U}) {
      if (rows == 1 && through_checkpoint) {
        continue;  // thousands of checkpoints of a thousand instances
      }
      const std::string found =
          testing::run(kLives, trace, rows, ErrorPolicy::Stop, &make_monitor, through_checkpoint);
      ASSERT_TRUE(found == expected) << testing::first_difference(found, expected) << "batches of "
                                     << rows << (through_checkpoint ? ", resumed" : "");
    }
  }
}

}  // namespace
}  // namespace fairmon::engine
