#include <fairmon/spec.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "intake/draft.hpp"
#include "intake/goals.hpp"

namespace fairmon::intake {
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
  std::string written = first_specification(sample, roles_of(sample, wishes), "x.csv").text;
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
  RoleWishes wishes;
  wishes.groups = {"race", "sex"};
  wishes.decision = "invited";
  wishes.outcome = "hired";
  const Roles roles = roles_of(sample, wishes);
  EXPECT_EQ(roles.groups.size(), 2U);
  EXPECT_EQ(roles.decision.input, "invited");
  EXPECT_EQ(roles.outcome->input, "hired");
  wishes.groups = {"rase"};
  EXPECT_FALSE(bool(assign_roles(sample, wishes)));
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

TEST(Intake, DatesOfAllUsualSpellings) {
  for (const auto& [first, second, format] : {std::tuple("2024-01-30", "2024-02-01", ""),
                                              {"2024-01-30T08:00:00Z", "2024-02-01T09:30Z", ""},
                                              {"30.01.2024", "01.02.2024", "day-first"},
                                              {"30/1/2024 08:00", "1/2/2024 9:30", "day-first"},
                                              {"1/30/2024", "2/1/2024", "month-first"},
                                              {"2024/01/30", "2024/02/01", "year-first"},
                                              {"30-Jan-2024", "1-Feb-2024", "day-first"},
                                              {"1706601600", "1706774400", "unix"},
                                              {"1706601600000", "1706774400000", "unix-ms"}}) {
    const std::string text = specification(std::string("decided at,sex,hired\n") + first +
                                           ",f,1\n" + second + ",m,0\n" + second + ",f,0\n");
    const std::string tag =
        *format == '\0' ? "#[time]\n" : "#[time=\"" + std::string(format) + "\"]\n";
    EXPECT_TRUE(has(text, tag + "#[column=\"decided at\"]\ninput decided_at")) << first << text;
  }
}

TEST(Intake, DatesThatCanBeReadBothWays) {
  const Sample in_order = study_text("date,sex,hired\n01/02/2024,f,1\n02/02/2024,m,0\n", true);
  EXPECT_TRUE(in_order.columns[0].either_order);
  EXPECT_EQ(in_order.columns[0].time_format, TimeFormat::DayFirst);
  // Only with the month first are these in order.
  const Sample monthly =
      study_text("date,sex,hired\n01/12/2024,f,1\n02/03/2024,m,0\n03/01/2024,m,1\n", true);
  EXPECT_EQ(monthly.columns[0].time_format, TimeFormat::MonthFirst);
  RoleWishes wishes;
  wishes.time_format = "day-first";
  EXPECT_TRUE(roles_of(monthly, wishes).time_out_of_order);
  EXPECT_FALSE(roles_of(monthly).time_out_of_order);
}

TEST(Intake, CountsValuesAndWhatIsMissing) {
  const Sample sample = study_text("sex,hired\nf,1\nm,0\n,1\nf,NA\nNA,0\nf,\n", true);
  EXPECT_EQ(sample.columns[0].counts, (std::vector<std::size_t>{3, 1, 1}));
  EXPECT_EQ(sample.columns[0].num_blank, 1U);
  EXPECT_EQ(sample.columns[0].num_unknown, 1U);
  EXPECT_EQ(sample.columns[1].num_blank, 1U);
  EXPECT_EQ(sample.columns[1].num_unknown, 1U);
  const Facts facts = count_facts(sample, roles_of(sample));
  ASSERT_EQ(facts.groups.size(), 2U);
  EXPECT_EQ(facts.groups[0].label, "f");
  EXPECT_EQ(facts.groups[0].num_rows, 3U);
  EXPECT_EQ(facts.groups[0].num_decided, 1U);
  EXPECT_EQ(facts.num_unlabelled, 2U);
  EXPECT_EQ(facts.num_undecided, 2U);
}

TEST(Intake, WhatIsGoodIsTheReadersWord) {
  const std::string rows =
      "time,sex,stage,points\n1,f,offer,3\n2,m,interview,8\n3,f,none,5\n4,m,none,4\n";
  RoleWishes wishes;
  wishes.decision = "stage";
  wishes.good["stage"].values = {"offer", "interview"};
  EXPECT_TRUE(
      has(specification(rows, wishes), "decision: (stage == \"offer\" || stage == \"interview\")"));
  wishes.decision = "points";
  wishes.good["points"] = {{}, 4.0, false};
  EXPECT_TRUE(has(specification(rows, wishes), "decision: points <= 4"));
  wishes.groups = {"points"};
  wishes.decision = "stage";
  wishes.cuts["points"] = {4, 6};
  const std::string text = specification(rows, wishes);
  EXPECT_TRUE(has(text, "if points < 4 then \"under 4\"")) << text;
  EXPECT_TRUE(has(text, "\"4 to 5\"")) << text;
  EXPECT_TRUE(has(text, "\"6 and over\"")) << text;
}

TEST(Intake, EveryQuestionLeadsToASpecificationThatCompiles) {
  const Sample sample =
      study_text("time,sex,hired,qualified,weight\n1,f,1,1,2\n2,m,0,1,3\n3,f,1,0,1\n", true);
  RoleWishes weighted;
  weighted.weight = "weight";
  for (const Goal& goal : goals()) {
    for (const RoleWishes& wishes : {RoleWishes(), weighted}) {
      for (const double level : {0.0, 0.99}) {
        Purpose purpose;
        purpose.goals = {std::string(goal.id)};
        purpose.level = level;
        const Draft draft = first_specification(sample, roles_of(sample, wishes), "x.csv", purpose);
        const auto compiled = compile(SourceFile("x.lola", draft.text));
        EXPECT_TRUE(compiled.spec.has_value()) << draft.text << render(compiled.diagnostics);
        EXPECT_TRUE(has(draft.text, wishes.weight.empty() ? std::string(goal.metric)
                                                          : std::string("weight: weight")));
      }
    }
  }
}

TEST(Intake, AnOutcomeNobodyAsksAboutIsNotRead) {
  const Sample sample = study_text("time,sex,hired,qualified\n1,f,1,1\n2,m,0,1\n3,f,1,0\n", true);
  Purpose purpose;
  purpose.goals = {"parity"};
  EXPECT_FALSE(
      has(first_specification(sample, roles_of(sample), "x.csv", purpose).text, "input qualified"));
}

TEST(Intake, EveryLineThatDecidesIsExplained) {
  const Sample sample = study_text("sex,age,hired,qualified\nf,20,1,1\nm,50,0,1\nf,70,1,0\n", true);
  RoleWishes wishes;
  wishes.groups = {"sex", "age"};
  wishes.cuts["age"] = {30};
  const Draft draft = first_specification(sample, roles_of(sample, wishes), "x.csv");
  std::vector<bool> explained(200);
  for (const LineNote& note : draft.notes) {
    std::fill_n(explained.begin() + static_cast<std::ptrdiff_t>(note.line), note.count, true);
  }
  std::size_t line = 1;
  for (std::size_t begin = 0; begin < draft.text.size(); ++line) {
    const std::size_t end = draft.text.find('\n', begin);
    const std::string text = draft.text.substr(begin, end - begin);
    const bool says_nothing = text.empty() || text.starts_with("//");
    EXPECT_EQ(explained[line], !says_nothing) << line << ": " << text;
    begin = end + 1;
  }
}

TEST(Intake, ConflictsAreToldWithTheRatesOfTheData) {
  const GroupFact women{"women", 100, 100, 50, 100, 60};
  const GroupFact men{"men", 100, 100, 50, 100, 40};
  const auto found = conflicts({"parity", "both_errors"}, {women, men});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(has(found[0], "60 % of “women” and 40 % of “men”")) << found[0];
  EXPECT_TRUE(conflicts({"parity", "four_fifths"}, {women, men}).empty());
  EXPECT_EQ(conflicts({"parity", "deserving", "trust"}, {}).size(), 3U);
}

TEST(Intake, WarnsOfWhatAReaderStumblesOver) {
  const auto warned = [](const std::string& rows, const std::string& words) {
    const Sample sample = study_text(rows, true);
    const Roles roles = roles_of(sample);
    const auto list = warnings(sample, roles, count_facts(sample, roles));
    return std::any_of(list.begin(), list.end(), [&](const auto& one) { return has(one, words); });
  };
  EXPECT_TRUE(warned("sex,hired\nf,no\nm,no\nf,no\nf,\n", "Not one decision is good"));
  EXPECT_TRUE(warned("sex,hired\nf,1\nm,0\nf,1\n", "No column holds times"));
  EXPECT_TRUE(warned("sex,hired\nf,1\nm,0\n,1\nf,0\n", "1 of 4 rows have no group"));
  EXPECT_TRUE(warned("sex,hired,weight\nf,1,2\nm,0,3\nf,0,1\n", "looks like a weight"));
  EXPECT_TRUE(warned("sex,hired\nf,1\nm,0\nf,1\n", "Few cases"));
}

TEST(Intake, JsonLinesAreTablesToo) {
  const Sample sample = study_text(
      "{\"sex\": \"f\", \"hired\": true, \"n\": 1}\n"
      "{\"sex\": \"m\", \"hired\": false, \"n\": 0}\n"
      "{\"sex\": \"m\", \"hired\": true, \"n\": 0}\n",
      true);
  EXPECT_TRUE(sample.json_lines);
  EXPECT_EQ(sample.columns[1].kind, ColumnKind::Bool);
  EXPECT_EQ(sample.columns[2].kind, ColumnKind::Integer);
  EXPECT_EQ(roles_of(sample).decision.expression, "hired");
}

TEST(Intake, PurposesThatCannotBeAreRefused) {
  EXPECT_FALSE(bool(check_purpose({{"justice"}, 0.1, 0.8, 0.95, {}}, true)));
  EXPECT_FALSE(bool(check_purpose({{"trust"}, 0.1, 0.8, 0.95, {}}, false)));
  EXPECT_FALSE(bool(check_purpose({{}, 1.5, 0.8, 0.95, {}}, true)));
  EXPECT_FALSE(bool(check_purpose({{}, 0.1, 0.8, 0.3, {}}, true)));
  EXPECT_TRUE(bool(check_purpose({{"trust"}, 0.1, 0.8, 0.0, {}}, true)));
}

}  // namespace
}  // namespace fairmon::intake
