#include <fairmon/tooling.hpp>

#include "syntax/lex.hpp"
#include "syntax/parse.hpp"
#include "syntax/print.hpp"
#include "templates/expand.hpp"

namespace fairmon {

std::optional<std::string> expand_specification(const SourceFile& source) {
  Diagnostics diagnostics;
  const std::uint32_t file = diagnostics.add_file(source);
  const syntax::Ast ast = syntax::parse(source, file, diagnostics);
  std::string text = templates::expanded_text(ast, source, diagnostics);
  if (diagnostics.has_errors()) {
    return std::nullopt;
  }
  return text;
}

}  // namespace fairmon
