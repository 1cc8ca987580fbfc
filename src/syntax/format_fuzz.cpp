// Formatting keeps every token and comment, and formatting twice changes nothing.
#include <fairmon/diagnostic.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

#include "support/check.hpp"
#include "syntax/format.hpp"
#include "syntax/lex.hpp"
#include "syntax/parse.hpp"
#include "syntax/print.hpp"

namespace {

struct Content {
  std::string tree;
  std::size_t num_comments = 0;
};

Content read(const fairmon::SourceFile& source) {
  fairmon::Diagnostics diagnostics;
  diagnostics.add_file(source);
  const auto list = fairmon::syntax::lex(source, 0, diagnostics);
  const auto ast = fairmon::syntax::parse(source, list, 0, diagnostics);
  return {fairmon::syntax::print(ast), list.comments.size()};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fairmon::SourceFile source("fuzz.lola", std::string(data, data + size));
  const auto once = fairmon::syntax::format(source);
  if (!once) {
    return 0;
  }
  const fairmon::SourceFile formatted("fuzz.lola", *once);
  const auto twice = fairmon::syntax::format(formatted);
  FAIRMON_CHECK(twice.has_value(), "formatted text has mistakes:\n" + *once);
  FAIRMON_CHECK(*once == *twice, "formatting twice differs:\n" + *once + "\n---\n" + *twice);
  const Content before = read(source);
  const Content after = read(formatted);
  FAIRMON_CHECK(before.tree == after.tree, "another tree:\n" + before.tree + after.tree);
  FAIRMON_CHECK(before.num_comments == after.num_comments, "comments are lost");
  return 0;
}
