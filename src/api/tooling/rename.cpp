#include <fairmon/tooling.hpp>

#include "api/tooling/symbols.hpp"
#include "support/nfc.hpp"
#include "syntax/lex.hpp"

namespace fairmon {
namespace {

// Exactly one token, and that an ordinary name?
bool is_name(std::string_view text) {
  Diagnostics diagnostics;
  const SourceFile source("name", std::string(text));
  diagnostics.add_file(source);
  const syntax::TokenList list = syntax::lex(source, 0, diagnostics);
  return list.tokens.size() == 2 && list.comments.empty() &&
         list.tokens[0].kind == syntax::TokenKind::Identifier && list.tokens[0].begin == 0 &&
         list.tokens[0].end == text.size() && !syntax::is_reserved(text);
}

Error refused(const std::string& why) { return {ErrorCode::Usage, why}; }

// Would the new name be taken for another one anywhere the old one is used?
const api::Symbol* find_clash(const api::Symbols& symbols, const api::Symbol& renamed,
                              std::string_view new_name) {
  const auto is_local = [](const api::Symbol& one) {
    return one.kind == api::SymbolKind::Parameter || one.kind == api::SymbolKind::LambdaParameter;
  };
  for (const api::Symbol& other : symbols.symbols) {
    if (other.name != new_name) {
      continue;
    }
    const bool both_local = is_local(other) && is_local(renamed);
    const bool meet = !both_local || (other.scope.begin < renamed.scope.end &&
                                      renamed.scope.begin < other.scope.end);
    if (meet) {
      return &other;
    }
  }
  return nullptr;
}

}  // namespace

std::optional<Span> definition(const SourceFile& source, std::uint32_t offset) {
  const api::Symbols symbols = api::find_symbols(source);
  const api::Occurrence* found = symbols.find(offset);
  return found == nullptr ? std::nullopt : std::optional(symbols.symbols[found->symbol].declared);
}

Result<std::vector<Edit>> rename(const SourceFile& source, std::uint32_t offset,
                                 std::string_view new_name) {
  const api::Symbols symbols = api::find_symbols(source);
  const api::Occurrence* found = symbols.find(offset);
  if (found == nullptr) {
    return refused(
        "there is nothing to rename here; place the cursor on the name of a stream, "
        "constant or parameter");
  }
  if (!is_name(new_name)) {
    return refused("`" + std::string(new_name) + "` cannot be a name");
  }
  const api::Symbol& renamed = symbols.symbols[found->symbol];
  const std::string normal = support::to_nfc(new_name);
  if (normal == renamed.name) {
    return std::vector<Edit>();
  }
  if (const api::Symbol* clash = find_clash(symbols, renamed, normal)) {
    const LineColumn at = source.locate(clash->declared.begin);
    return refused("`" + normal + "` is declared already, in line " + std::to_string(at.line));
  }
  std::vector<Edit> edits;
  for (const api::Occurrence& one : symbols.occurrences) {
    if (one.symbol == found->symbol && source.slice(one.span) != "self") {
      edits.push_back({one.span, std::string(new_name)});
    }
  }
  return edits;
}

}  // namespace fairmon
