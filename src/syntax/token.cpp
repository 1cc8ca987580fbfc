#include "syntax/token.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "syntax/operators.hpp"

namespace fairmon::syntax {
namespace {

struct WordEntry {
  std::string_view text;
  Word word;
};

constexpr std::array kWords = {
    WordEntry{"import", Word::Import},   WordEntry{"constant", Word::Constant},
    WordEntry{"type", Word::Type},       WordEntry{"input", Word::Input},
    WordEntry{"output", Word::Output},   WordEntry{"trigger", Word::Trigger},
    WordEntry{"mirrors", Word::Mirrors}, WordEntry{"use", Word::Use},
    WordEntry{"as", Word::As},           WordEntry{"spawn", Word::Spawn},
    WordEntry{"eval", Word::Eval},       WordEntry{"close", Word::Close},
    WordEntry{"when", Word::When},       WordEntry{"with", Word::With},
    WordEntry{"if", Word::If},           WordEntry{"then", Word::Then},
    WordEntry{"else", Word::Else},       WordEntry{"include", Word::Include},
    WordEntry{"filter", Word::Filter},   WordEntry{"extend", Word::Extend},
    WordEntry{"invoke", Word::Invoke},   WordEntry{"terminate", Word::Terminate},
    WordEntry{"unless", Word::Unless},
};

constexpr std::array<std::string_view, 25> kReserved = {
    "input",   "output", "trigger", "import", "type", "self",  "include", "spawn", "when",
    "close",   "with",   "unless",  "if",     "then", "else",  "and",     "or",    "not",
    "implies", "forall", "exists",  "any",    "true", "false", "error"};

// Of those that are no operators.
constexpr std::array<std::string_view, 23> kKindNames = {"end of the specification",
                                                         "unreadable text",
                                                         "identifier",
                                                         "number",
                                                         "text",
                                                         "raw text",
                                                         "`true`",
                                                         "`false`",
                                                         "`(`",
                                                         "`)`",
                                                         "`[`",
                                                         "`]`",
                                                         "`{`",
                                                         "`}`",
                                                         "`,`",
                                                         "`:`",
                                                         "`:=`",
                                                         "`@`",
                                                         "`.`",
                                                         "`?`",
                                                         "`#`",
                                                         "`#!`",
                                                         "`=>`"};
static_assert(kKindNames.size() == static_cast<std::size_t>(kFirstOperator));

constexpr std::size_t kLongestWord = 9;

}  // namespace

std::string token_kind_name(TokenKind kind) {
  if (kind < kFirstOperator) {
    return std::string(kKindNames[static_cast<std::size_t>(kind)]);
  }
  const auto signs = operator_signs();
  const auto written = std::ranges::find(signs, kind, &OperatorSpelling::token);
  return "`" + std::string(written->text) + "`";
}

Word find_word(std::string_view text) {
  if (text.size() < 2 || text.size() > kLongestWord) {
    return Word::None;
  }
  const auto* found = std::find_if(kWords.begin(), kWords.end(),
                                   [text](const WordEntry& entry) { return entry.text == text; });
  return found == kWords.end() ? Word::None : found->word;
}

std::string_view word_text(Word word) {
  const auto* found = std::find_if(kWords.begin(), kWords.end(),
                                   [word](const WordEntry& entry) { return entry.word == word; });
  return found == kWords.end() ? std::string_view() : found->text;
}

bool is_reserved(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return std::find(kReserved.begin(), kReserved.end(), lower) != kReserved.end();
}

}  // namespace fairmon::syntax
