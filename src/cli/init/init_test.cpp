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

std::string specification(const std::string& text, const RoleWishes& wishes = {}) {
  const Sample sample = study_text(text, true);
  std::string written = first_specification(sample, roles_of(sample, wishes), "x.csv");
  const auto compiled = compile(SourceFile("x.lola", written));
  EXPECT_TRUE(compiled.spec.has_value()) << written << render(compiled.diagnostics);
  return written;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Init, GuessesByNameAndContent) {
  const Sample sample = study_text(
      "time,id,sex,hired,qualified\n1,7,f,true,true\n2,8,m,false,true\n3,9,f,true,false\n", true);
  const Roles roles = roles_of(sample);
  EXPECT_EQ(roles.groups.front().input, "sex");
  EXPECT_EQ(roles.decision.input, "hired");
  ASSERT_TRUE(roles.outcome.has_value());
  EXPECT_EQ(roles.outcome->input, "qualified");
}

TEST(Init, ProtectedAttributesComeFirst) {
  const Sample sample = study_text(
      "time,region,education,race,hired\n1,n,low,x,1\n2,s,high,y,0\n3,n,low,x,1\n4,s,low,y,1\n",
      true);
  EXPECT_EQ(roles_of(sample).groups.front().input, "race");
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

TEST(Init, WhatTheFileNeedsTravelsInTheSpecification) {
  const std::string text = specification(
      "Applied,Gender,loan status,qualified\n2024-01-02,f,denied,NA\n2024-01-03,m,approved,1\n"
      "2024-01-04,f,approved,0\n");
  EXPECT_TRUE(has(text, "decision: loan_status == \"approved\""));
  EXPECT_TRUE(has(text, "#[time]\ninput Applied"));
  EXPECT_TRUE(has(text, "#[column=\"loan status\"]\ninput loan_status"));
  EXPECT_TRUE(has(text, "#[missing=\"NA\"]\ninput qualified"));
}

TEST(Init, RowsOutOfOrderAreTakenAsTheyStand) {
  EXPECT_TRUE(
      has(specification("date,group,hired\n2024-02-02,a,1\n2024-01-03,b,0\n2024-01-04,a,1\n"),
          "#![input_delay=\"1000\"]"));
}

TEST(Init, HarmIsNegatedInWordsAndFormula) {
  const std::string text =
      specification("time,race,denied,defaulted\n1,x,1,0\n2,y,0,1\n3,x,1,1\n4,y,0,0\n");
  EXPECT_TRUE(has(text, "decision: !denied")) << text;
  EXPECT_TRUE(has(text, "outcome: !defaulted")) << text;
  EXPECT_TRUE(has(text, "bad for the person")) << text;
  EXPECT_TRUE(has(specification("time,race,decile_score\n1,x,1\n2,y,9\n3,x,4\n4,y,7\n"),
                  "decision: decile_score <= 5"));
}

TEST(Init, ManySpellingsOfTwoValues) {
  EXPECT_TRUE(
      has(specification("time,sex,hired\n1,f,1.0\n2,m,0.0\n3,f,0.0\n"), "decision: hired == 1.0"));
  EXPECT_TRUE(
      has(specification("time,sex,credit\n1,f,1\n2,m,2\n3,f,1\n"), "decision: credit == 1"));
  EXPECT_TRUE(has(specification("time,sex,hired\n1,f,Yes\n2,m,No\n3,f,No\n"), "decision: hired"));
  EXPECT_TRUE(has(specification("time,sex,income\n1,f,<=50K\n2,m,>50K\n3,f,<=50K\n"),
                  "decision: income == \">50K\""));
}

TEST(Init, ASoleOutcomeMayBeTheDecision) {
  const Sample sample = study_text("time,sex,two_year_recid\n1,f,1\n2,m,0\n3,f,0\n4,m,1\n", true);
  const Roles roles = roles_of(sample);
  EXPECT_TRUE(roles.decision_is_outcome);
  EXPECT_EQ(roles.decision.expression, "!two_year_recid");
  EXPECT_FALSE(roles.outcome.has_value());
}

TEST(Init, JudgesWhatIsCertain) {
  EXPECT_TRUE(has(specification("time,sex,hired\n1,f,1\n2,m,0\n3,f,1\n"), "level: 0.95"));
}

TEST(Init, AgesAreBinned) {
  std::string rows = "time,age,hired\n";
  for (int i = 0; i < 60; ++i) {
    rows += std::to_string(i) + ',' + std::to_string(18 + i) + ',' + std::to_string(i % 2) + '\n';
  }
  const std::string text = specification(rows);
  EXPECT_TRUE(has(text, "if age < 25 then \"under 25\"")) << text;
  EXPECT_TRUE(has(text, "group: age_group")) << text;
}

TEST(Init, LongTimesGetAWindow) {
  std::string rows = "time,sex,hired\n";
  for (int i = 0; i < 4000; ++i) {
    rows += std::to_string(i * 10'000) + ',' + (i % 2 == 0 ? "f" : "m") + ',' +
            std::to_string(i % 3 == 0 ? 1 : 0) + '\n';
  }
  EXPECT_TRUE(has(specification(rows), "over: 90d, every: 7d"));
}

TEST(Init, FilesWithoutNames) {
  const std::string text = specification(
      "39, State-gov, White, Male, 13, <=50K\n50, Private, Black, Female, 40, >50K\n"
      "38, Private, White, Male, 40, <=50K\n40, Private, White, Male, 40, <=50K\n"
      "41, State-gov, Black, Female, 13, >50K\n");
  EXPECT_TRUE(has(text, "#![columns=\"c1,c2,c3,c4,c5,c6\"]")) << text;
  EXPECT_TRUE(has(text, "group: c3, decision: c6 == \">50K\"")) << text;
}

TEST(Init, WhatItWritesCompiles) {
  for (const std::string text :
       {"time,trigger,hired\n1,a,1\n2,b,0\n3,a,1\n", "time,g,risk score\n1,a,0.1\n2,b,0.9\n3,a,1\n",
        "time,group \"x\",decision\n1,a,it's\n2,b,\"say \"\"no\"\"\"\n3,b,it's\n"}) {
    specification(text);
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
