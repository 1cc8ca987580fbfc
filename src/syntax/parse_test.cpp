#include "syntax/parse.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace fairmon::syntax {
namespace {

struct Parsed {
  Ast ast;
  Diagnostics diagnostics;
};

Parsed read(std::string text) {
  Parsed parsed;
  const SourceFile source("test.lola", std::move(text));
  parsed.diagnostics.add_file(source);
  parsed.ast = parse(source, 0, parsed.diagnostics);
  parsed.diagnostics.sort();
  return parsed;
}

std::string messages(const Parsed& parsed) {
  std::string all;
  for (const Diagnostic& item : parsed.diagnostics.all()) {
    const LineColumn at = parsed.diagnostics.files()[0].locate(item.primary_span().begin);
    all += std::to_string(at.line) + ":" + std::to_string(at.column) + " " + item.id + ": " +
           item.message + "\n";
  }
  return all;
}

TEST(Parse, SeedSpecificationsAreFree) {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("tests/corpus/parse_fuzz")) {
    if (entry.path().extension() != ".lola") {
      continue;
    }
    std::ifstream stream(entry.path(), std::ios::binary);
    const Parsed parsed = read({std::istreambuf_iterator<char>(stream), {}});
    EXPECT_EQ(messages(parsed), "") << entry.path();
    ++count;
  }
  EXPECT_GE(count, 9U);
}

TEST(Parse, KeepsDeclarationsInOrder) {
  const Parsed parsed = read(R"(import math
input a, b: Int64
)");
  EXPECT_EQ(messages(parsed), "2:7 missing-type: the input `a` needs a type\n");
  ASSERT_EQ(parsed.ast.order.size(), 3U);
}

}  // namespace
}  // namespace fairmon::syntax
