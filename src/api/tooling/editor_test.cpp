#include <fairmon/catalogue.hpp>
#include <fairmon/tooling.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace fairmon {
namespace {

constexpr std::string_view kSpec =
    "input score : Int64\n"
    "constant limit : Int64 := 6\n"
    "output best(i : Int64)\n"
    "  spawn with score\n"
    "  eval when score == i with best(i).last(or: limit)\n"
    "output n @10s := best.aggregate(over_instances: all(where: i => i > limit), using: count)\n"
    "trigger score > limit\n";

SourceFile spec() { return {"a.lola", std::string(kSpec)}; }

std::uint32_t at(std::string_view text, std::uint32_t further = 0) {
  return static_cast<std::uint32_t>(kSpec.find(text)) + further;
}

// Completes where `|` stands.
std::set<std::string> completed(std::string text) {
  const std::size_t cursor = text.find('|');
  text.erase(cursor, 1);
  std::set<std::string> labels;
  const Completions found =
      complete(SourceFile("a.lola", text), static_cast<std::uint32_t>(cursor));
  for (const Completion& item : found.items) {
    labels.insert(item.label);
  }
  return labels;
}

TEST(Definition, FollowsNamesToTheirDeclaration) {
  EXPECT_EQ(definition(spec(), at("score > limit")), (Span{6, 11, 0}));
  EXPECT_EQ(definition(spec(), at("best(i).last", 5))->begin, at("i : Int64)"));
  EXPECT_EQ(definition(spec(), at("i > limit)"))->begin, at("i => i"));
  EXPECT_EQ(definition(spec(), at("count)")), std::nullopt);
}

TEST(Rename, ChangesEveryUseAndOnlyThose) {
  const auto edits = rename(spec(), at("best.aggregate"), "top");
  ASSERT_TRUE(edits.ok());
  const auto changed = apply_edits(kSpec, *edits);
  ASSERT_TRUE(changed.has_value());
  EXPECT_NE(changed->find("output top(i : Int64)"), std::string::npos);
  EXPECT_NE(changed->find("with top(i).last"), std::string::npos);
  EXPECT_NE(changed->find(":= top.aggregate"), std::string::npos);
  EXPECT_EQ(changed->find("best"), std::string::npos);
  EXPECT_TRUE(compile(SourceFile("b.lola", *changed)).spec.has_value());
}

TEST(Rename, RefusesWhatWouldClash) {
  EXPECT_FALSE(rename(spec(), at("best.aggregate"), "score").ok());
  EXPECT_FALSE(rename(spec(), at("best.aggregate"), "two words").ok());
  EXPECT_FALSE(rename(spec(), at("best.aggregate"), "spawn").ok());
  EXPECT_FALSE(rename(spec(), at("count)"), "x").ok());
  EXPECT_TRUE(rename(spec(), at("i > limit)"), "j").ok());
}

TEST(Hover, TellsTypesAndMeanings) {
  const auto text = [](std::uint32_t offset) {
    const auto found = hover(spec(), offset);
    return found ? found->markdown : "";
  };
  EXPECT_NE(text(at("score > limit")).find("input score : Int64"), std::string::npos);
  EXPECT_NE(text(at("limit)\n")).find("constant limit : Int64 := 6"), std::string::npos);
  EXPECT_NE(text(at("best.aggregate")).find("output best(i: Int64) : Int64"), std::string::npos);
  EXPECT_NE(text(at("last(or")).find("previous value"), std::string::npos);
  EXPECT_NE(text(at("count)")).find("count"), std::string::npos);
  EXPECT_NE(text(at("10s", 2)).find("seconds"), std::string::npos);
  EXPECT_NE(text(at("spawn")).find("instances"), std::string::npos);
  EXPECT_EQ(text(at("\n")), "");
}

TEST(Complete, OffersWhatFits) {
  EXPECT_TRUE(completed("inp|").contains("input"));
  EXPECT_TRUE(completed("input a : |").contains("Prob"));
  EXPECT_TRUE(completed("input a : Bool\noutput b := |").contains("a"));
  EXPECT_TRUE(completed("input a : Bool\noutput b := a.|").contains("hold"));
  EXPECT_TRUE(completed("input a : Bool\noutput b := a.pr|").contains("prob"));
  EXPECT_TRUE(completed("input a : Bool\noutput b @|").contains("a"));
  EXPECT_TRUE(completed("input a : Bool\noutput b @1s := a.aggregate(over: 5s, using: |)")
                  .contains("true_ratio"));
  EXPECT_TRUE(completed("input a : Bool\noutput b @5|").contains("min"));
  EXPECT_TRUE(completed("#[|]\noutput b := 3").contains("threshold"));
  EXPECT_TRUE(completed("use |").contains("demographic_parity"));
  EXPECT_TRUE(completed("output s(i) spawn with a eval with |").contains("i"));
  EXPECT_TRUE(completed("output s(i) spawn with a |").contains("eval"));
  EXPECT_TRUE(completed("// a|").empty());
  EXPECT_TRUE(completed("trigger a \"te|xt\"").empty());
}

TEST(Complete, OffersBehindADotWhatTheTypeCanDo) {
  const std::string head =
      "input offer : Bool\ninput pay : Float64\ninput name : String\n"
      "output rate(g)\n  spawn with name\n  eval with prob(of: offer)\n";
  const auto of_bool = completed(head + "output x := offer.|");
  EXPECT_TRUE(of_bool.contains("prob"));
  EXPECT_TRUE(of_bool.contains("hold"));
  EXPECT_TRUE(of_bool.contains("count"));
  EXPECT_FALSE(of_bool.contains("arccos"));
  EXPECT_FALSE(of_bool.contains("sqrt"));
  EXPECT_FALSE(of_bool.contains("avg"));
  const auto of_number = completed(head + "output x := pay.a|\noutput y := offer");
  EXPECT_TRUE(of_number.contains("arccos"));
  EXPECT_TRUE(of_number.contains("avg"));
  EXPECT_FALSE(of_number.contains("prob"));
  // An instance, also while other streams need the one that is being written.
  EXPECT_TRUE(completed(head + "output x := rate(name).|").contains("sqrt"));
  const auto text = completed(head + "output x := name.|\noutput y := x");
  EXPECT_FALSE(text.contains("sqrt"));
  EXPECT_TRUE(text.contains("hold"));
  // What is unknown is not judged.
  EXPECT_TRUE(completed(head + "output x := pay.hold(or: 0.0).|").contains("arccos"));
}

TEST(Catalogue, IsCompleteAndSorted) {
  const auto entries = catalogue();
  EXPECT_TRUE(std::is_sorted(entries.begin(), entries.end(), [](const auto& a, const auto& b) {
    return std::pair(a.kind, a.name) < std::pair(b.kind, b.name);
  }));
  for (const CatalogueEntry& entry : entries) {
    EXPECT_FALSE(entry.name.empty());
    EXPECT_FALSE(entry.summary.empty()) << entry.name;
  }
  const std::string json = catalogue_json();
  for (const char* name : {"\"hold\"", "\"avg\"", "\"missing-assign\"", "\"Prob\"", "\"plot\""}) {
    EXPECT_NE(json.find(name), std::string::npos) << name;
  }
}

TEST(Catalogue, MetricsTellTheirParameters) {
  const auto entries = catalogue();
  const auto metric = std::find_if(entries.begin(), entries.end(), [](const CatalogueEntry& entry) {
    return entry.kind == CatalogueKind::Metric && entry.name == "equal_opportunity";
  });
  ASSERT_NE(metric, entries.end());
  const auto& parameters = metric->parameters;
  ASSERT_GT(parameters.size(), 4U);
  EXPECT_EQ(parameters[0].kind, "key");
  EXPECT_EQ(parameters[1].name, "decision");
  EXPECT_EQ(parameters[1].default_value, std::nullopt);
  const auto compare = std::find_if(parameters.begin(), parameters.end(),
                                    [](const auto& each) { return each.name == "compare"; });
  ASSERT_NE(compare, parameters.end());
  EXPECT_EQ(compare->choices, (std::vector<std::string>{"difference", "ratio", "none"}));
  EXPECT_EQ(compare->default_value, "difference");
  EXPECT_NE(catalogue_json().find("\"default\": \"difference\""), std::string::npos);
}

}  // namespace
}  // namespace fairmon
