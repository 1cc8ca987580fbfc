#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "sema/testing.hpp"

/// The pages docs/errors/<id>.md: each shows its message and a remedy, and the first fix it offers
/// removes the mistake.
namespace fairmon::sema {
namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The contents of the fenced blocks of one kind.
std::vector<std::string> blocks(const std::string& page, const std::string& kind) {
  std::vector<std::string> found;
  const std::string open = "```" + kind + "\n";
  std::size_t begin = page.find(open);
  while (begin != std::string::npos) {
    begin += open.size();
    const std::size_t end = page.find("```", begin);
    found.push_back(page.substr(begin, end - begin));
    begin = page.find(open, end);
  }
  return found;
}

/// Ids that the sources of this module report.
std::set<std::string> reported_ids() {
  std::set<std::string> ids;
  const std::regex pattern("\"([a-z]+(-[a-z]+)+)\"");
  for (const auto& entry : fs::recursive_directory_iterator("src/sema")) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() != ".cpp" || name.find("_test.cpp") != std::string::npos) {
      continue;
    }
    const std::string text = read(entry.path());
    for (std::sregex_iterator it(text.begin(), text.end(), pattern), end; it != end; ++it) {
      ids.insert((*it)[1].str());
    }
  }
  return ids;
}

class ErrorPage : public ::testing::TestWithParam<std::string> {};

TEST_P(ErrorPage, ShowsItsMessageAndARemedy) {
  const std::string id = GetParam();
  const fs::path path = fs::path("docs/errors") / (id + ".md");
  ASSERT_TRUE(fs::exists(path)) << "no page for " << id;
  const std::vector<std::string> specs = blocks(read(path), "rtlola");
  ASSERT_GE(specs.size(), 2U);
  const testing::Analysed wrong(specs[0]);
  EXPECT_TRUE(wrong.has(id)) << wrong.messages();
  EXPECT_EQ(wrong.diagnostics.all().size(), 1U) << wrong.messages();
  const testing::Analysed right(specs[1]);
  EXPECT_FALSE(right.diagnostics.has_errors() || right.has(id)) << right.messages();
}

TEST_P(ErrorPage, EveryFixRemovesTheMistake) {
  const std::string id = GetParam();
  const std::vector<std::string> specs =
      blocks(read(fs::path("docs/errors") / (id + ".md")), "rtlola");
  ASSERT_FALSE(specs.empty());
  const testing::Analysed wrong(specs[0]);
  bool first = true;
  for (const Diagnostic& item : wrong.diagnostics.all()) {
    for (const Fix& fix : item.fixes) {
      const auto text = apply_edits(specs[0], fix.edits);
      ASSERT_TRUE(text.has_value()) << fix.title;
      const testing::Analysed fixed(*text);
      EXPECT_FALSE(fixed.has(id)) << fix.title << "\n" << *text << fixed.messages();
      // The first offer is complete; further ones may lead to a next step.
      EXPECT_FALSE(first && fixed.diagnostics.has_errors()) << fix.title << "\n"
                                                            << *text << fixed.messages();
      first = false;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Pages, ErrorPage, ::testing::ValuesIn(reported_ids()),
                         [](const ::testing::TestParamInfo<std::string>& page) {
                           std::string name = page.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace fairmon::sema
