#include <gtest/gtest.h>

#include <sstream>

#include "engine/testing/run_text.hpp"

namespace fairmon::engine {
namespace {

constexpr std::string_view kDelayed = R"(input event: String
input id: Int64
input group: String
input score: Int64
output days_per(i: Int64): Int64
  spawn @event((event && id)) when eq(sync(event), "SCORE") with sync(id)
  eval @global(1d) with add(defaults(offset(days_per, 1, $0:Int64), 0), 1)
  close @global(1d) when eq(sync(days_per, $0:Int64), 730)
output has_re(i: Int64): Bool
  spawn @event((event && id)) when eq(sync(event), "SCORE") with sync(id)
  eval @event((event && id)) when eq(sync(id), $0:Int64) with eq(sync(event), "RECIDIVISM")
  close @global(1d) when eq(defaults(hold(days_per, $0:Int64), 0), 730)
output tp_event(i: Int64, g: String, s: Int64): UInt64
  spawn @event(((event && id) && (group && score))) when eq(sync(event), "SCORE") with tuple(sync(id), sync(group), sync(score))
  eval @global(1d) when and(eq(defaults(hold(days_per, $0:Int64), 0), 730), window(w0, $0:Int64)) with if(greater($2:Int64, 6), 1u, 0u)
  close @global(1d) when eq(defaults(hold(days_per, $0:Int64), 0), 730)
output abs_re(g: String): UInt64
  spawn @event(group) with sync(group)
  eval @global(1d) with add(defaults(offset(abs_re, 1, $0:String), 100u), instances(a0))
output abs_hr_re(g: String): UInt64
  spawn @event(group) with sync(group)
  eval @global(1d) with add(defaults(offset(abs_hr_re, 1, $0:String), 50u), instances(a1))
output tp_ratio(g: String): Float64
  spawn @event(group) with sync(group)
  eval @global(1d) with divide(cast:Float64(sync(abs_hr_re, $0:String)), cast:Float64(sync(abs_re, $0:String)))
output tp_rate_diff: Float64
  eval @global(1d) with subtract(defaults(instances(a2), 0.0), defaults(instances(a3), 0.0))
window w0: Bool = sliding has_re over 730d using exists from run caller tp_event @global(1d)
instances a0: UInt64 = all tp_event using count where eq(#1:String, $0:String)
instances a1: UInt64 = all tp_event using sum where eq(#1:String, $0:String)
instances a2: Float64? = all tp_ratio using max
instances a3: Float64? = all tp_ratio using min
)";

constexpr std::string_view kTrace = R"(28800 SCORE 1 A 8
28801 SCORE 2 B 9
115200 SCORE 3 A 3
201600 SCORE 4 B 7
288000 SCORE 5 B 2
921600 RECIDIVISM 2 B 9
1785600 RECIDIVISM 1 A 8
34617600 RECIDIVISM 3 A 3
63129600 RECIDIVISM 4 B 7
63475200 RECIDIVISM 5 B 2
63964800 SCORE 6 A 10
)";

/// The values of one stream, each with the first day it had: `1=0 731=0.5`.
std::string changes(const std::string& verdicts, const std::string& stream) {
  std::istringstream lines(verdicts);
  std::string result;
  std::string last;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    double time = 0;
    std::string name;
    std::string equals;
    std::string value;
    words >> time >> name >> equals >> value;
    if (name == stream && value != last) {
      result += std::to_string(static_cast<long>(time / 86400)) + "=" + value + " ";
      last = value;
    }
  }
  return result;
}

TEST(Compas, DelayedReadingAsPublished) {
  const std::string verdicts = testing::run(kDelayed, kTrace);
  EXPECT_EQ(changes(verdicts, "tp_rate_diff"),
            "1=0 731=0.004950495049504955 732=0.009803921568627416 ");
  EXPECT_EQ(verdicts, testing::run(kDelayed, kTrace, 1));
}

}  // namespace
}  // namespace fairmon::engine
