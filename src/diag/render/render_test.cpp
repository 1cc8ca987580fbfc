#include <fairmon/diagnostic.hpp>
#include <gtest/gtest.h>

#include "diag/report.hpp"

namespace fairmon {
namespace {

Span find(const SourceFile& file, std::string_view text, std::uint32_t number = 0) {
  const auto at = static_cast<std::uint32_t>(file.text().find(text));
  return {at, at + static_cast<std::uint32_t>(text.size()), number};
}

TEST(RenderSnippet, ShowsBothPlacesAndTheFix) {
  const SourceFile file("hiring.lola",
                        "import math\n"
                        "input score: Float64\n"
                        "\n"
                        "output rate @1s := score * 2.0\n");
  Diagnostics all;
  all.add_file(file);
  const Span use = {find(file, "score * 2").begin, find(file, "score * 2").begin + 5, 0};
  diag::error(all, "pacing-mismatch", use, "`rate` is evaluated every second")
      .here("no value at most ticks")
      .label({find(file, "score").begin, find(file, "score").end, 0}, "arrives with events")
      .label(find(file, "@1s"), "pacing of `rate`")
      .fix("read the latest value instead", {{{use.end, use.end, 0}, ".hold(or: 0.0)"}});
  EXPECT_EQ(render(all),
            "error[pacing-mismatch]: `rate` is evaluated every second\n"
            "  ┌─ hiring.lola:4:20\n"
            "2 │ input score: Float64\n"
            "  │       ----- arrives with events\n"
            "4 │ output rate @1s := score * 2.0\n"
            "  │             ---    ^^^^^ no value at most ticks\n"
            "  │             pacing of `rate`\n"
            "  = help: read the latest value instead\n"
            "  + output rate @1s := score.hold(or: 0.0) * 2.0\n"
            "  = more: fairmon explain pacing-mismatch\n");
}

TEST(RenderSnippet, HangsSeveralWordsBelowTheirMarks) {
  const SourceFile file("a.lola", "aa bb cc\n");
  Diagnostics all;
  all.add_file(file);
  diag::warning(all, "x", {6, 8, 0}, "three")
      .here("third")
      .label({0, 2, 0}, "first")
      .label({3, 5, 0}, "second");
  EXPECT_EQ(render(all),
            "warning[x]: three\n"
            "  ┌─ a.lola:1:7\n"
            "1 │ aa bb cc\n"
            "  │ -- -- ^^ third\n"
            "  │ │  second\n"
            "  │ first\n"
            "  = more: fairmon explain x\n");
}

TEST(RenderSnippet, ShowsAPlaceInsideAnother) {
  const SourceFile file("a.lola", "user(id) == r\n");
  Diagnostics all;
  all.add_file(file);
  diag::error(all, "x", {0, 8, 0}, "inside").label({5, 7, 0}, "this");
  EXPECT_EQ(render(all),
            "error[x]: inside\n"
            "  ┌─ a.lola:1:1\n"
            "1 │ user(id) == r\n"
            "  │ ^^^^^--^\n"
            "  │      this\n"
            "  = more: fairmon explain x\n");
}

TEST(RenderSnippet, CountsTabsAndWideLettersAsShown) {
  const SourceFile file("a.lola", "\t漢字 := e\u0301x\n");
  Diagnostics all;
  all.add_file(file);
  diag::error(all, "x", find(file, "x"), "here").here("this");
  EXPECT_EQ(render(all),
            "error[x]: here\n"
            "  ┌─ a.lola:1:10\n"
            "1 │     漢字 := e\u0301x\n"
            "  │              ^ this\n"
            "  = more: fairmon explain x\n");
}

TEST(RenderSnippet, MarksFirstAndLastLineOfALongSpan) {
  const SourceFile file("a.lola", "f(a,\n  b,\n  c) x\n");
  Diagnostics all;
  all.add_file(file);
  diag::error(all, "x", {0, 14, 0}, "long").here("all of it");
  EXPECT_EQ(render(all),
            "error[x]: long\n"
            "  ┌─ a.lola:1:1\n"
            "1 │ f(a,\n"
            "  │ ^^^^\n"
            "3 │   c) x\n"
            "  │   ^^ all of it\n"
            "  = more: fairmon explain x\n");
}

TEST(RenderSnippet, ShowsEveryFileAndRemovedLines) {
  const SourceFile mine("mine.lola", "use m(x)\n");
  const SourceFile metric("m.lola", "one\ntwo\n");
  Diagnostics all;
  all.add_file(mine);
  const std::uint32_t second = all.add_file(metric);
  diag::error(all, "x", {0, 8, 0}, "both")
      .label({4, 7, second}, "from here")
      .note("a note")
      .help("some help")
      .fix("remove it", {{{0, 8, 0}, ""}});
  EXPECT_EQ(render(all),
            "error[x]: both\n"
            "  ┌─ mine.lola:1:1\n"
            "1 │ use m(x)\n"
            "  │ ^^^^^^^^\n"
            "  ┌─ m.lola:2:1\n"
            "2 │ two\n"
            "  │ --- from here\n"
            "  = note: a note\n"
            "  = help: some help\n"
            "  = help: remove it\n"
            "  - use m(x)\n"
            "  = more: fairmon explain x\n");
}

TEST(RenderSnippet, MarksAPlaceWithoutExtentAndTheEndOfTheFile) {
  const SourceFile file("a.lola", "abc");
  Diagnostics all;
  all.add_file(file);
  diag::error(all, "x", {3, 3, 0}, "end");
  EXPECT_EQ(render(all),
            "error[x]: end\n"
            "  ┌─ a.lola:1:4\n"
            "1 │ abc\n"
            "  │    ^\n"
            "  = more: fairmon explain x\n");
}

TEST(RenderSnippet, PaintsOnlyWhenAsked) {
  Diagnostics all;
  all.add_file(SourceFile("a.lola", "abc"));
  diag::error(all, "x", {0, 3, 0}, "red");
  EXPECT_EQ(render(all).find('\x1b'), std::string::npos);
  EXPECT_NE(render(all, {DiagnosticFormat::Snippet, true}).find("\x1b[1;31merror[x]\x1b[0m"),
            std::string::npos);
}

TEST(RenderConcise, IsOneLineEach) {
  Diagnostics all;
  all.add_file(SourceFile("a.lola", "ä x"));
  diag::error(all, "some-id", {3, 4, 0}, "it is wrong");
  diag::information(all, "other", {0, 2, 0}, "it is fine");
  EXPECT_EQ(render(all, {DiagnosticFormat::Concise, false}),
            "a.lola:1:3: error[some-id]: it is wrong\n"
            "a.lola:1:1: information[other]: it is fine\n");
}

TEST(RenderJson, HoldsEverything) {
  Diagnostics all;
  all.add_file(SourceFile("a.lola", "ä x"));
  diag::error(all, "some-id", {3, 4, 0}, "wrong \xFF").fix("mend", {{{3, 4, 0}, "y"}}, true);
  const std::string json = render(all, {DiagnosticFormat::Json, false});
  EXPECT_NE(json.find("\"id\": \"some-id\""), std::string::npos);
  EXPECT_NE(json.find("\"column\": 3"), std::string::npos);
  EXPECT_NE(json.find("\"replacement\": \"y\""), std::string::npos);
  EXPECT_NE(json.find("\"safe\": true"), std::string::npos);
  EXPECT_EQ(render(Diagnostics(), {DiagnosticFormat::Json, false}), "[]\n");
}

}  // namespace
}  // namespace fairmon
