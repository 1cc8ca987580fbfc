#include <gtest/gtest.h>

#include "engine/testing/run_text.hpp"

namespace fairmon::engine {
namespace {

using testing::run;

/// The same verdicts whatever the size of the batches.
void expect(std::string_view program, std::string_view trace, std::string_view verdicts) {
  for (const std::size_t rows : {1U, 2U, 1000U}) {
    EXPECT_EQ(run(program, trace, rows), verdicts) << "batches of " << rows;
  }
}

TEST(Semantics, StatelessAndCounter) {
  expect(R"(input a: Int64
output twice: Int64
  eval @event(a) with add(sync(a), sync(a))
output n: Int64
  eval @event(a) when greater(sync(a), 1) with add(defaults(offset(n, 1), 0), 1)
)",
         "0 1\n1 2\n2 -\n3 3\n", "0 twice = 2\n1 n = 1\n1 twice = 4\n3 n = 2\n3 twice = 6\n");
}

TEST(Semantics, EventsPrecedeDeadlines) {
  expect(R"(input a: Int64
output held: Int64
  eval @global(1s) with defaults(hold(a), 0)
output third: Int64
  eval @global(1000000000/3ns) with 1
)",
         "0 1\n1 2\n1 3\n", "0.333333 third = 1\n0.666667 third = 1\n1 held = 3\n1 third = 1\n");
}

TEST(Semantics, KeyedCountersSpawnInTheirFirstCycle) {
  expect(R"(input id: Int64
output n(i: Int64): Int64
  spawn @event(id) with sync(id)
  eval @event(id) when eq($0:Int64, sync(id)) with add(defaults(offset(n, 1, $0:Int64), 0), 1)
output seen: Int64
  eval @event(id) with sync(n, sync(id))
instances a0: Int64? = all n using max
output most: Int64?
  eval @event(id) with instances(a0)
)",
         "0 7\n1 8\n2 7\n",
         "0 most = 1\n0 n(7) = 1\n0 n(7) spawned\n0 seen = 1\n"
         "1 most = 1\n1 n(8) = 1\n1 n(8) spawned\n1 seen = 1\n"
         "2 most = 2\n2 n(7) = 2\n2 seen = 2\n");
}

TEST(Semantics, LocalDeadlinesAndClose) {
  expect(R"(input id: Int64
output days(i: Int64): Int64
  spawn @event(id) with sync(id)
  eval @local(1s) with add(defaults(offset(days, 1, $0:Int64), 0), 1)
  close @local(1s) when eq(sync(days, $0:Int64), 2)
)",
         "0.5 1\n1 2\n3 1\n5 9\n",
         "0.5 days(1) spawned\n1 days(2) spawned\n1.5 days(1) = 1\n2 days(2) = 1\n"
         "2.5 days(1) = 2\n2.5 days(1) closed\n3 days(1) spawned\n3 days(2) = 2\n"
         "3 days(2) closed\n4 days(1) = 1\n5 days(9) spawned\n5 days(1) = 2\n5 days(1) closed\n");
}

TEST(Semantics, SlidingWindowsAreHalfOpen) {
  expect(
      R"(input a: Int64
output s: Int64
  eval @global(1s) with window(w0)
output e: Int64
  eval @event(a) with window(w1)
window w0: Int64 = sliding a over 2s using sum from run caller s @global(1s)
window w1: Int64 = sliding a over 2s using sum from run caller e @event(a)
)",
      "0 1\n0.5 2\n1 4\n2 8\n2.5 16\n5 32\n",
      "0 e = 1\n0.5 e = 3\n1 e = 7\n1 s = 7\n2 e = 14\n2 s = 14\n2.5 e = 28\n3 s = 24\n4 s = 16\n"
      "5 e = 32\n5 s = 32\n");
}

TEST(Semantics, ErrorsStopOrAreReported) {
  const std::string_view program = R"(input a: Int64
output inverse: Int64
  eval @event(a) with divide(100, sync(a))
output next: Int64
  eval @event(a) with add(sync(inverse), 1)
)";
  const std::string_view trace = "0 1\n1 0\n2 2\n";
  for (const std::size_t rows : {1U, 2U, 1000U}) {
    EXPECT_EQ(run(program, trace, rows),
              "0 inverse = 100\n0 next = 101\n"
              "1 inverse failed: division by zero\nstopped: `inverse` at 1s: division by zero\n");
    EXPECT_EQ(run(program, trace, rows, ErrorPolicy::Report),
              "0 inverse = 100\n0 next = 101\n1 inverse failed: division by zero\n"
              "2 inverse = 50\n2 next = 51\n");
  }
}

}  // namespace
}  // namespace fairmon::engine
