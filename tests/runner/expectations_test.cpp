#include "runner/expectations.hpp"

#include <gtest/gtest.h>

namespace fairmon::runner {
namespace {

Diagnostics one_error(std::string_view text, std::uint32_t offset) {
  Diagnostics diagnostics;
  diagnostics.add_file(SourceFile("spec.lola", std::string(text)));
  Diagnostic diagnostic;
  diagnostic.id = "unknown-name";
  diagnostic.message = "there is no stream `b`";
  diagnostic.labels.push_back({{offset, offset + 1, 0}, "", true});
  diagnostics.add(diagnostic);
  return diagnostics;
}

TEST(Expectations, BelongToTheirLine) {
  constexpr std::string_view kText =
      "output a := b // error: [unknown-name] \"no stream `b`\"\n"
      "output c := d\n"
      "  // warning: [unused]\n"
      "  // error: \"x\"\n";
  const auto found = find_expectations(kText);
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].id, "unknown-name");
  EXPECT_EQ(found[0].text, "no stream `b`");
  EXPECT_EQ(found[0].line, 1U);
  EXPECT_EQ(found[1].severity, Severity::Warning);
  EXPECT_EQ(found[1].line, 2U);
  EXPECT_EQ(found[2].line, 2U);
  EXPECT_EQ(found[2].id, "");
}

TEST(Expectations, MetAndUnmet) {
  constexpr std::string_view kText = "output a := b // error: [unknown-name] \"no stream\"\n";
  const auto wanted = find_expectations(kText);
  EXPECT_EQ(check_expectations(wanted, one_error(kText, 12), false), "");
  EXPECT_NE(check_expectations({}, one_error(kText, 12), false), "");
  EXPECT_EQ(check_expectations({}, one_error(kText, 12), true), "");
  EXPECT_NE(check_expectations(wanted, Diagnostics(), false), "");
}

}  // namespace
}  // namespace fairmon::runner
