#include <fairmon/tooling.hpp>

#include "syntax/parse.hpp"
#include "syntax/print.hpp"

namespace fairmon {

std::optional<std::string> format_specification(const SourceFile& source) {
  Diagnostics diagnostics;
  const std::uint32_t file = diagnostics.add_file(source);
  const syntax::Ast ast = syntax::parse(source, file, diagnostics);
  // The tree has no comments; a text that has some is not touched.
  const bool comments = source.text().find("//") != std::string_view::npos ||
                        source.text().find("/*") != std::string_view::npos;
  if (diagnostics.has_errors() || comments) {
    return std::nullopt;
  }
  return syntax::print(ast);
}

}  // namespace fairmon
