#include <nlohmann/json.hpp>

#include <algorithm>

#include "capi/spec_object.hpp"
#include "support/utf8.hpp"
#include "syntax/lex.hpp"

namespace fairmon::capi {

namespace {

using Json = nlohmann::ordered_json;

struct Piece {
  std::uint32_t begin;
  std::uint32_t end;
  std::string_view kind;
};

std::string_view token_word(const syntax::Token& token) {
  switch (token.kind) {
    case syntax::TokenKind::Error:
      return "error";
    case syntax::TokenKind::Identifier:
      return token.word == syntax::Word::None ? "name" : "keyword";
    case syntax::TokenKind::Number:
      return "number";
    case syntax::TokenKind::String:
    case syntax::TokenKind::RawString:
      return "string";
    case syntax::TokenKind::True:
    case syntax::TokenKind::False:
      return "keyword";
    case syntax::TokenKind::Hash:
    case syntax::TokenKind::HashBang:
      return "tag";
    case syntax::TokenKind::End:
    case syntax::TokenKind::LeftParen:
    case syntax::TokenKind::RightParen:
    case syntax::TokenKind::LeftBracket:
    case syntax::TokenKind::RightBracket:
    case syntax::TokenKind::LeftBrace:
    case syntax::TokenKind::RightBrace:
    case syntax::TokenKind::Comma:
    case syntax::TokenKind::Colon:
    case syntax::TokenKind::Assign:
    case syntax::TokenKind::At:
    case syntax::TokenKind::Dot:
    case syntax::TokenKind::Question:
    case syntax::TokenKind::FatArrow:
    case syntax::TokenKind::Implies:
    case syntax::TokenKind::Or:
    case syntax::TokenKind::And:
    case syntax::TokenKind::Not:
    case syntax::TokenKind::BitOr:
    case syntax::TokenKind::BitXor:
    case syntax::TokenKind::BitAnd:
    case syntax::TokenKind::Complement:
    case syntax::TokenKind::Equal:
    case syntax::TokenKind::NotEqual:
    case syntax::TokenKind::Less:
    case syntax::TokenKind::LessEqual:
    case syntax::TokenKind::Greater:
    case syntax::TokenKind::GreaterEqual:
    case syntax::TokenKind::ShiftLeft:
    case syntax::TokenKind::ShiftRight:
    case syntax::TokenKind::Plus:
    case syntax::TokenKind::Minus:
    case syntax::TokenKind::Star:
    case syntax::TokenKind::Slash:
    case syntax::TokenKind::Percent:
    case syntax::TokenKind::Power:
      break;
  }
  return "operator";
}

/// Types begin with a capital.
bool is_type(std::string_view name) { return !name.empty() && name[0] >= 'A' && name[0] <= 'Z'; }

}  // namespace

std::string tokens_json(const SourceFile& source) {
  Diagnostics ignored;
  ignored.add_file(source);
  const syntax::TokenList list = syntax::lex(source, 0, ignored);
  std::vector<Piece> pieces;
  for (const syntax::Token& token : list.tokens) {
    if (token.kind != syntax::TokenKind::End) {
      const bool type = token.kind == syntax::TokenKind::Identifier &&
                        is_type(source.slice({token.begin, token.end, 0}));
      pieces.push_back({token.begin, token.end, type ? "type" : token_word(token)});
    }
  }
  for (const syntax::Comment& comment : list.comments) {
    pieces.push_back({comment.begin, comment.end, "comment"});
  }
  std::sort(pieces.begin(), pieces.end(),
            [](const Piece& a, const Piece& b) { return a.begin < b.begin; });
  Json all = Json::array();
  std::uint32_t bytes = 0;
  std::size_t points = 0;
  const auto advance = [&](std::uint32_t to) {
    points += support::count_code_points(source.text().substr(bytes, to - bytes));
    bytes = to;
    return points;
  };
  for (const Piece& piece : pieces) {
    const std::size_t begin = advance(piece.begin);
    all.push_back({begin, advance(piece.end), piece.kind});
  }
  return all.dump();
}

}  // namespace fairmon::capi
