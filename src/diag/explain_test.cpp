#include "diag/explain.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

namespace fairmon::diag {
namespace {

bool is_test(const std::string& name) {
  return name.ends_with("_test.cpp") || name.ends_with("_fuzz.cpp") || name.ends_with("_bench.cpp");
}

// Ids in the sources below a folder: the text literal that follows the collector of diagnostics.
std::set<std::string> ids_emitted_in(const std::string& folder) {
  const std::regex call(R"(diag::(?:error|warning|information)\(\s*[^,"]*,\s*"([a-z0-9-]+)\")");
  std::set<std::string> ids;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string name = entry.path().string();
    if (!name.ends_with(".cpp") || is_test(name)) {
      continue;
    }
    std::ifstream stream(entry.path());
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    for (std::sregex_iterator at(text.begin(), text.end(), call), end; at != end; ++at) {
      ids.insert((*at)[1]);
    }
  }
  return ids;
}

// All sources as one text, to look for ids however they get into a diagnostic.
std::string all_sources() {
  std::string all;
  for (const auto& entry : std::filesystem::recursive_directory_iterator("src")) {
    const std::string name = entry.path().string();
    if (name.ends_with(".cpp") && !is_test(name)) {
      std::ifstream stream(entry.path());
      all.append(std::istreambuf_iterator<char>(stream), {});
    }
  }
  return all;
}

TEST(Explain, EveryIdHasAPage) {
  for (const std::string& id : ids_emitted_in("src")) {
    EXPECT_TRUE(explain(id).has_value()) << "docs/errors/" << id << ".md is missing";
  }
  EXPECT_GT(ids_emitted_in("src/syntax").size(), 30U);
}

TEST(Explain, EveryPageIsAboutSomething) {
  const std::string sources = all_sources();
  for (const ErrorPage& page : error_pages()) {
    const std::string quoted = "\"" + std::string(page.id) + "\"";
    EXPECT_NE(sources.find(quoted), std::string::npos) << "nothing emits " << page.id;
    const std::string title = "# " + std::string(page.id) + "\n";
    EXPECT_TRUE(page.text.starts_with(title)) << page.id;
    EXPECT_NE(page.text.find("```rtlola"), std::string_view::npos) << page.id;
    EXPECT_NE(page.text.find("```diagnostics"), std::string_view::npos) << page.id;
    EXPECT_FALSE(summary_of(page).empty()) << page.id;
  }
}

TEST(Explain, KnowsNothingOfStrangers) {
  EXPECT_EQ(explain("no-such-id"), std::nullopt);
  const auto ids = all_ids();
  EXPECT_TRUE(std::is_sorted(ids.begin(), ids.end()));
  EXPECT_EQ(ids.size(), error_pages().size());
}

}  // namespace
}  // namespace fairmon::diag
