#include <fairmon/spec.hpp>
#include <gtest/gtest.h>

#include "cli/init/start.hpp"

namespace fairmon::cli {
namespace {

Roles roles_of(const Sample& sample, const RoleWishes& wishes = {}) {
  auto roles = assign_roles(sample, wishes);
  EXPECT_TRUE(bool(roles)) << roles.error().to_string();
  return *roles;
}

TEST(Init, FindsTheKindsOfColumns) {
  const Sample sample = study_text(
      "t,flag,count,share,word,day,gone\n1,yes,3,0.5,a,2024-01-02,\n2,NA,4,2,b,2024-01-03,\n",
      true);
  ASSERT_EQ(sample.columns.size(), 7U);
  EXPECT_EQ(sample.columns[1].kind, ColumnKind::Bool);
  EXPECT_EQ(sample.columns[1].missing, std::vector<std::string>{"NA"});
  EXPECT_EQ(sample.columns[2].kind, ColumnKind::Integer);
  EXPECT_EQ(sample.columns[3].kind, ColumnKind::Number);
  EXPECT_EQ(sample.columns[4].kind, ColumnKind::Text);
  EXPECT_EQ(sample.columns[5].kind, ColumnKind::Date);
  EXPECT_EQ(sample.columns[6].kind, ColumnKind::Empty);
}

TEST(Init, NamesFallIntoWords) {
  EXPECT_EQ(words_of("isFemale"), (std::vector<std::string>{"is", "female"}));
  EXPECT_EQ(words_of("Risk Score (%)"), (std::vector<std::string>{"risk", "score"}));
}

TEST(Init, GuessesByNameAndContent) {
  const Sample sample = study_text(
      "time,id,sex,hired,qualified\n1,7,f,true,true\n2,8,m,false,true\n3,9,f,true,false\n", true);
  const Roles roles = roles_of(sample);
  EXPECT_EQ(roles.groups.front().input, "sex");
  EXPECT_EQ(roles.decision.input, "hired");
  ASSERT_TRUE(roles.outcome.has_value());
  EXPECT_EQ(roles.outcome->input, "qualified");
  EXPECT_TRUE(reading_flags(roles).empty());
}

TEST(Init, WishesBeatGuesses) {
  const Sample sample =
      study_text("time,sex,race,hired,invited\n1,f,x,1,0\n2,m,y,0,1\n3,f,y,1,1\n4,m,x,1,1\n", true);
  const Roles roles = roles_of(sample, {{"race", "sex"}, "invited", "hired"});
  EXPECT_EQ(roles.groups.size(), 2U);
  EXPECT_EQ(roles.decision.input, "invited");
  EXPECT_EQ(roles.outcome->input, "hired");
  EXPECT_FALSE(bool(assign_roles(sample, {{"rase"}, "", ""})));
}

TEST(Init, TwoWordsAndOddNamesBecomeConditionsAndMappings) {
  const Sample sample = study_text(
      "Applied,Gender,loan status\n2024-01-02,f,denied\n2024-01-03,m,approved\n"
      "2024-01-04,f,approved\n",
      true);
  const Roles roles = roles_of(sample);
  EXPECT_EQ(roles.decision.condition, " == \"approved\"");
  EXPECT_EQ(reading_flags(roles), (std::vector<std::string>{"--time-column", "Applied", "--map",
                                                            "loan_status=loan status"}));
}

TEST(Init, RowsOutOfOrderAreTakenAsTheyStand) {
  const Sample sample =
      study_text("date,group,hired\n2024-02-02,a,1\n2024-01-03,b,0\n2024-01-04,a,1\n", true);
  EXPECT_EQ(reading_flags(roles_of(sample)), (std::vector<std::string>{"--input-delay", "1000"}));
}

TEST(Init, WhatItWritesCompiles) {
  for (const std::string text :
       {"time,trigger,hired\n1,a,1\n2,b,0\n3,a,1\n", "time,g,risk score\n1,a,0.1\n2,b,0.9\n3,a,1\n",
        "time,group \"x\",decision\n1,a,it's\n2,b,\"say \"\"no\"\"\"\n3,b,it's\n"}) {
    const Sample sample = study_text(text, true);
    const auto compiled =
        compile(SourceFile("x.lola", first_specification(sample, roles_of(sample), "x.csv")));
    EXPECT_TRUE(compiled.spec.has_value()) << text << render(compiled.diagnostics);
  }
}

TEST(Init, SaysWhatIsMissing) {
  const auto nobody = assign_roles(study_text("a,b\n1,2\n", true), {});
  ASSERT_FALSE(bool(nobody));
  EXPECT_NE(nobody.error().message.find("--decision"), std::string::npos);
  EXPECT_FALSE(bool(assign_roles(study_text("a,b\n", true), {})));
}

}  // namespace
}  // namespace fairmon::cli
