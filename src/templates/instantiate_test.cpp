#include "templates/instantiate.hpp"

#include <gtest/gtest.h>

namespace fairmon::templates {
namespace {

MetricArgument given(const std::string& text) { return {{{Piece{text, Span{3, 7, 0}}}}, true}; }

MetricCall parity() {
  MetricCall call;
  call.metric = find_metric("demographic_parity");
  call.name = "dp";
  call.inferred_pacing = "race && hired";
  call.arguments["group"] = given("race");
  call.arguments["decision"] = given("hired");
  return call;
}

TEST(Metrics, EveryFolderIsReadable) {
  EXPECT_GE(all_metrics().size(), 17U);
  for (const Metric& metric : all_metrics()) {
    EXPECT_FALSE(metric.summary.empty()) << metric.name;
    for (const MetricParameter& parameter : metric.parameters) {
      EXPECT_FALSE(parameter.summary.empty()) << metric.name << ' ' << parameter.name;
    }
  }
}

TEST(Metrics, AcceptsOptionalParametersOfTheMetricItExtends) {
  std::vector<std::string> names;
  for (const MetricParameter* parameter : accepted_parameters(*find_metric("equalized_odds"))) {
    names.push_back(parameter->name);
  }
  EXPECT_NE(std::find(names.begin(), names.end(), "over"), names.end());
  EXPECT_EQ(std::find(names.begin(), names.end(), "event"), names.end());
}

TEST(Instantiate, WritesOrdinaryStreams) {
  const std::string text = text_of(instantiate(parity()));
  EXPECT_NE(text.find("output dp_rate(g)\n  spawn with race\n"), std::string::npos) << text;
  EXPECT_NE(text.find("with prob(of: hired)"), std::string::npos) << text;
  EXPECT_NE(text.find("when dp_judged >= 2 && dp_gap > 0.1"), std::string::npos) << text;
  EXPECT_EQ(text.find("${"), std::string::npos) << text;
}

TEST(Instantiate, KeepsThePlaceOfWhatTheUserWrote) {
  for (const Piece& piece : instantiate(parity())) {
    if (piece.text == "hired" || piece.text == "race") {
      ASSERT_TRUE(piece.origin.has_value());
      EXPECT_EQ(piece.origin->begin, 3U);
    }
  }
}

TEST(Instantiate, HandsOptionsOn) {
  MetricCall call = parity();
  call.arguments["compare"] = given("ratio");
  call.arguments["over"] = given("7d");
  const std::string text = text_of(instantiate(call));
  EXPECT_NE(text.find("aggregate(over: 7d, using: true_ratio)"), std::string::npos) << text;
  EXPECT_NE(text.find("when dp_judged >= 2 && dp_ratio < 0.8"), std::string::npos) << text;
  EXPECT_NE(text.find("@Global(1d)"), std::string::npos) << text;
}

TEST(Instantiate, MissingLabelsMakeNoGroupUnlessAskedFor) {
  MetricCall call = parity();
  call.arguments["group"].may_be_missing = {true};
  call.trial_inputs = "hired";
  call.label_inputs = {"race"};
  const std::string text = text_of(instantiate(call));
  EXPECT_NE(text.find("spawn when !is_missing(race) with race"), std::string::npos) << text;
  EXPECT_NE(text.find("when (is_missing(race))"), std::string::npos) << text;
  EXPECT_NE(text.find("eval @(hired) when (!race.is_fresh())"), std::string::npos) << text;
  call.arguments["missing"] = given("group");
  const std::string all = text_of(instantiate(call));
  EXPECT_EQ(all.find("is_missing"), std::string::npos) << all;
  EXPECT_EQ(all.find("left_out"), std::string::npos) << all;
}

TEST(Instantiate, IntersectionsAreKeysOfSeveralParts) {
  MetricCall call = parity();
  call.arguments["group"].parts.push_back({Piece{"sex", std::nullopt}});
  const std::string text = text_of(instantiate(call));
  EXPECT_NE(text.find("spawn with (race, sex)"), std::string::npos) << text;
  EXPECT_NE(text.find("race == g1 && sex == g2"), std::string::npos) << text;
}

}  // namespace
}  // namespace fairmon::templates
