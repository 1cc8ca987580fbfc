#include "ir/text.hpp"

#include <gtest/gtest.h>

#include "ir/verify.hpp"

namespace fairmon::ir {
namespace {

/// Reads, verifies, and expects the printed form to read back as itself.
std::string round_trip(std::string_view text) {
  auto program = read(text);
  if (!program.ok()) {
    return program.error().message;
  }
  EXPECT_EQ(verify(*program), std::vector<std::string>());
  const std::string printed = print(*program);
  auto again = read(printed);
  EXPECT_TRUE(again.ok()) << (again.ok() ? "" : again.error().message) << "\n" << printed;
  if (again.ok()) {
    EXPECT_EQ(print(*again), printed);
  }
  return printed;
}

TEST(IrText, CounterOfAnInput) {
  EXPECT_EQ(round_trip("input a: Int64\n"
                       "output n: UInt64\n"
                       "  eval @event(a) when greater(sync(a), 3)\n"
                       "    with add(defaults(offset(n, 1), 0u), 1u)\n"),
            "input a: Int64 layers 0 0 keep 1\n"
            "output n: UInt64 layers 0 1 keep 1\n"
            "  eval @event(a) when greater(sync(a), 3) with add(defaults(offset(n, 1), 0u), 1u)\n");
}

TEST(IrText, InstancesWindowsAndAggregations) {
  const std::string printed = round_trip(
      "input id: Int64\n"
      "input ok: Bool\n"
      "output rate(i: Int64): Float64\n"
      "  spawn @event(id) with sync(id)\n"
      "  eval @local(1000000000/3ns) with defaults(window(w0, $0), 0.0)\n"
      "  close @local(2d)\n"
      "output gap: Float64\n"
      "  eval @global(1s) with defaults(instances(a0), 0.0)\n"
      "hidden outcomes(i: Int64): Bool of rate\n"
      "  spawn @event(id) with sync(id)\n"
      "  eval @event((id && ok)) when eq(sync(id), $0) key $0 = sync(id) with sync(ok)\n"
      "  close @local(2d)\n"
      "window w0: Float64? = sliding outcomes over 60s using true_ratio from spawn caller rate "
      "@local(1000000000/3ns)\n"
      "instances a0: Float64? = all rate using max where greater(#0:Int64, 3)\n");
  EXPECT_NE(printed.find("from spawn caller rate @local(1000000000/3ns)"), std::string::npos);
  EXPECT_NE(printed.find("window w0: Float64? = sliding outcomes over 1min"), std::string::npos);
  EXPECT_NE(printed.find("key $0 = sync(id)"), std::string::npos);
}

TEST(IrText, ConstantsOfAllTypes) {
  for (const char* constant :
       {"true", "-5", "5u", "0.5", "1.0", "-inf", "1e+300", "\"a\\\"b\\\\\\n\"", "0.5:Prob",
        "3:Int8", "none:Int64?", "7:Int64?",
        "(1, \"a\", (true, 0.25)):(Int64, String, (Bool, Prob))", "x\"0AFF\":Bytes", "12:Time",
        "-12:Duration", "1.50:Fixed64_32", "():()"}) {
    const std::string text = std::string(constant);
    const std::string type = text.find(':') != std::string::npos ? text.substr(text.find(':') + 1)
                             : text == "true"                    ? "Bool"
                             : text[0] == '"'                    ? "String"
                             : text.back() == 'u'                ? "UInt64"
                             : text == "-5"                      ? "Int64"
                                                                 : "Float64";
    const std::string printed =
        round_trip("input a: Bool\noutput c: " + type + "\n  eval @event(a) with " + text + "\n");
    EXPECT_NE(printed.find("with " + text + "\n"), std::string::npos) << printed;
  }
}

TEST(IrText, SharedExpressionsAreNamedOnce) {
  const std::string printed = round_trip(
      "input a: Int64\n"
      "output x: Int64\n"
      "  eval @event(a) with add(%7, %7)\n"
      "let %7 = multiply(sync(a), sync(a))\n");
  EXPECT_NE(printed.find("with add(%1, %1)\n"), std::string::npos);
  EXPECT_NE(printed.find("let %1 = multiply(sync(a), sync(a))\n"), std::string::npos);
}

TEST(IrText, ResultTypeChoosesTheOverload) {
  const std::string printed = round_trip(
      "input a: Int64\n"
      "output x: Int16\n"
      "  eval @event(a) with check_width:Int16(sync(a))\n"
      "output y: Float64\n"
      "  eval @event(a) with cast:Float64(sync(a))\n");
  EXPECT_NE(printed.find("check_width:Int16(sync(a))"), std::string::npos);
  EXPECT_NE(printed.find("cast:Float64(sync(a))"), std::string::npos);
}

TEST(IrText, MistakesNameTheirPlace) {
  EXPECT_EQ(round_trip("input a Int64\n"), "1:9: expected `:` at `Int64`");
  EXPECT_EQ(round_trip("input a: Int64\noutput x: Int64\n  eval @event(b) with 1\n"),
            "3:16: unknown stream b, before at `)`");
  EXPECT_EQ(round_trip("input a: Int64\noutput x: Int64\n  eval @event(a) with %1\n"
                       "let %1 = add(%1, 1)\n"),
            "4:16: no such `let`, or one that contains itself, before at `,`");
  EXPECT_FALSE(read("output").ok());
  EXPECT_FALSE(read("output x: Int64\n  eval @global(0s) with 1\n").ok());
}

}  // namespace
}  // namespace fairmon::ir
