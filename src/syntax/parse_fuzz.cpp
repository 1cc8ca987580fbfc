// Any bytes: lexer and parser must come to an end, keep every place inside the text, and offer only
// fixes that can be applied.
#include <fairmon/diagnostic.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

#include "support/check.hpp"
#include "syntax/parse.hpp"

using fairmon::Diagnostic;
using fairmon::Diagnostics;
using fairmon::SourceFile;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  const SourceFile source("fuzz.lola", text);
  Diagnostics diagnostics;
  diagnostics.add_file(source);
  const fairmon::syntax::Ast ast = fairmon::syntax::parse(source, 0, diagnostics);
  for (const auto& expr : ast.exprs) {
    FAIRMON_CHECK(expr.span.begin <= expr.span.end && expr.span.end <= size, "span outside");
  }
  for (const Diagnostic& item : diagnostics.all()) {
    for (const auto& label : item.labels) {
      FAIRMON_CHECK(label.span.begin <= label.span.end && label.span.end <= size, "label outside");
    }
    for (const auto& fix : item.fixes) {
      FAIRMON_CHECK(fairmon::apply_edits(text, fix.edits).has_value(), "fix does not apply");
    }
  }
  diagnostics.sort();
  (void)fairmon::render(diagnostics);
  return 0;
}
