#include "dsa/client/page.hpp"

#include <gtest/gtest.h>

namespace fairmon::dsa {
namespace {

std::string mended(std::string json) {
  mend_lone_surrogates(json);
  return json;
}

TEST(LoneSurrogates, AreReplacedAndPairsKept) {
  EXPECT_EQ(mended(R"("a\ud83d b")"), R"("a\ufffd b")");
  EXPECT_EQ(mended(R"("\uDE00")"), R"("\ufffd")");
  EXPECT_EQ(mended(R"("\ud83d\ud83d\ude00")"), R"("\ufffd\ud83d\ude00")");
  EXPECT_EQ(mended(R"("\ude00\ud83d")"), R"("\ufffd\ufffd")");
  EXPECT_EQ(mended(R"("\ud83d")"), R"("\ufffd")") << "at the very end";
}

TEST(LoneSurrogates, WhatOnlyLooksLikeOneIsKept) {
  std::string text = R"("\\ud83d \u00e4 \ud7ff \ud83d\ude00 \n")";
  const std::string before = text;
  EXPECT_FALSE(mend_lone_surrogates(text));
  EXPECT_EQ(text, before);
}

std::string page_with(const std::string& hits) {
  return R"({"timed_out":false,"_shards":{"failed":0},"hits":{"total":{"value":2},"hits":[)" +
         hits + "]}}";
}

/// Collects the texts of field 0 and counts absent ones.
class Texts : public StatementVisitor {
 public:
  std::vector<std::string> all;
  void begin() override {}
  void field(std::size_t number, const FieldValue& value) override {
    if (number == 0) {
      all.emplace_back(value.kind == FieldValue::Kind::Null ? "(null)" : value.text);
    }
  }
  bool end() override { return true; }
};

std::vector<std::string> texts_of(std::string body) {
  auto page = Page::parse(std::move(body), std::nullopt);
  if (!page) {
    return {page.error()};
  }
  PageReader reader({"platform_name"});
  reader.start(std::move(*page));
  Texts texts;
  EXPECT_FALSE(reader.read(texts));
  return texts.all;
}

TEST(Page, DecodesEscapesAndMendsHalves) {
  EXPECT_EQ(
      texts_of(page_with(
          R"({"_source":{"id":1,"created_at":"2025-11-26","platform_name":"a\/b \u00e4 \ud83d\ude00"}},)"
          R"({"_source":{"id":2,"created_at":"2025-11-26","platform_name":"x\ud83dy"}})")),
      (std::vector<std::string>{"a/b \u00e4 \U0001F600", "x\uFFFDy"}));
}

TEST(Page, RefusesWhatCannotBeTrusted) {
  const auto trouble = [](std::string body, std::optional<Cursor> after = std::nullopt) {
    const auto page = Page::parse(std::move(body), after);
    return page ? std::string() : page.error();
  };
  const auto hit = [](int id, const std::string& time) {
    return R"({"_source":{"id":)" + std::to_string(id) + R"(,"created_at":"1970-01-01T00:00:)" +
           time + R"(Z"}})";
  };
  const std::string two = hit(9, "01") + ',' + hit(7, "02");
  EXPECT_EQ(trouble(page_with(two)), "") << "ids need not rise where time does";
  EXPECT_EQ(trouble(page_with(two), Cursor{1'000, 8}), "");
  EXPECT_EQ(trouble(page_with(two), Cursor{1'000, 9}), "statements are out of order: 9 after 9");
  EXPECT_EQ(trouble(page_with(hit(1, "02") + ',' + hit(2, "01"))),
            "statements are out of order: 2 after 1");
  EXPECT_EQ(trouble(page_with(R"({"_source":{"id":1}})")), "a hit has no id or no time");
  EXPECT_EQ(trouble(page_with(two).substr(0, 60)), "the answer is not complete");
  EXPECT_EQ(trouble("[]"), "the answer is not complete");
  EXPECT_EQ(trouble(R"({"timed_out":true})"), "the search ran out of time");
  EXPECT_EQ(trouble(R"({"_shards":{"failed":2}})"), "a part of the index did not answer");
  EXPECT_EQ(trouble(R"({"took":1})"), "the answer has no hits");
}

TEST(Page, OnlyAnExactTotalIsOne) {
  const auto total = [](const std::string& text) {
    return Page::parse(R"({"hits":{"total":)" + text + R"(,"hits":[]}})", std::nullopt)->total();
  };
  EXPECT_EQ(total(R"({"value":7,"relation":"eq"})"), 7U);
  EXPECT_EQ(total(R"({"value":7,"relation":"gte"})"), std::nullopt);
  EXPECT_EQ(total(R"({"value":7})"), 7U);
}

}  // namespace
}  // namespace fairmon::dsa
