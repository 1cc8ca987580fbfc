#include "runner/suite.hpp"

#include <gtest/gtest.h>

namespace fairmon::runner {
namespace {

constexpr std::string_view kText = R"(# Title

prose

## first case
```rtlola
input a: Bool
```
```verdicts
```

## only prose

## second case
````rtlola
input b: Bool
```
````
)";

TEST(Suite, FindsCasesAndBlocks) {
  const Suite suite = parse_suite("x.md", kText);
  ASSERT_EQ(suite.cases.size(), 2U);
  EXPECT_EQ(suite.cases[0].name, "first case");
  EXPECT_EQ(suite.cases[0].line, 5U);
  ASSERT_NE(suite.cases[0].find("rtlola"), nullptr);
  EXPECT_EQ(suite.cases[0].find("rtlola")->text, "input a: Bool\n");
  EXPECT_EQ(suite.cases[0].find("rtlola")->first_line, 7U);
  EXPECT_EQ(suite.cases[0].find("trace"), nullptr);
  EXPECT_EQ(suite.cases[1].find("rtlola")->text, "input b: Bool\n```\n");
}

TEST(Suite, ReplacesNothingElse) {
  const Suite suite = parse_suite("x.md", kText);
  EXPECT_EQ(replace_blocks(suite, {}), kText);
  const std::string changed =
      replace_blocks(suite, {{suite.cases[0].find("verdicts"), "1  a = true\n"},
                             {suite.cases[0].find("rtlola"), "input c: Bool\ninput d: Bool\n"}});
  const Suite again = parse_suite("x.md", changed);
  EXPECT_EQ(again.cases[0].find("verdicts")->text, "1  a = true\n");
  EXPECT_EQ(again.cases[0].find("rtlola")->text, "input c: Bool\ninput d: Bool\n");
  EXPECT_EQ(again.cases[1].find("rtlola")->text, suite.cases[1].find("rtlola")->text);
  EXPECT_EQ(again.lines.size(), suite.lines.size() + 2);
}

}  // namespace
}  // namespace fairmon::runner
