#include <fairmon/diagnostic.hpp>
#include <gtest/gtest.h>

#include "diag/report.hpp"

namespace fairmon {
namespace {

TEST(Diagnostics, SortsByPlaceAndDropsRepetitions) {
  Diagnostics all;
  all.add_file(SourceFile("a.lola", "one two three"));
  diag::error(all, "b-id", {4, 7, 0}, "second");
  diag::warning(all, "a-id", {0, 3, 0}, "first").here("this").note("why");
  diag::error(all, "b-id", {4, 7, 0}, "second");
  all.sort();
  ASSERT_EQ(all.all().size(), 2U);
  EXPECT_EQ(all.all()[0].id, "a-id");
  EXPECT_EQ(all.all()[1].id, "b-id");
  EXPECT_TRUE(all.has_errors());
  EXPECT_EQ(all.count(Severity::Warning), 1U);
  EXPECT_EQ(all.count(Severity::Information), 0U);
}

TEST(ApplyEdits, WorksFromAnyOrder) {
  const std::vector<Edit> edits = {{{4, 7, 0}, "2"}, {{0, 3, 0}, "1"}, {{13, 13, 0}, "!"}};
  EXPECT_EQ(apply_edits("one two three", edits), "1 2 three!");
}

TEST(ApplyEdits, KeepsTheOrderOfInsertionsAtOnePlace) {
  const std::vector<Edit> edits = {{{1, 1, 0}, "x"}, {{1, 1, 0}, "y"}};
  EXPECT_EQ(apply_edits("ab", edits), "axyb");
}

TEST(ApplyEdits, RefusesOverlapAndPlacesOutside) {
  const std::vector<Edit> overlap = {{{0, 3, 0}, ""}, {{2, 4, 0}, ""}};
  EXPECT_EQ(apply_edits("abcdef", overlap), std::nullopt);
  const std::vector<Edit> outside = {{{4, 9, 0}, ""}};
  EXPECT_EQ(apply_edits("abcdef", outside), std::nullopt);
}

}  // namespace
}  // namespace fairmon
