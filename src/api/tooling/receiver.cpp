#include "api/tooling/receiver.hpp"

#include <fairmon/spec.hpp>

#include <algorithm>
#include <string>

#include "builtins/catalogue.hpp"

namespace fairmon::api {
namespace {

using syntax::Token;
using syntax::TokenKind;
using syntax::Word;

bool begins_declaration(const Token& token) {
  return token.word == Word::Input || token.word == Word::Output || token.word == Word::Trigger ||
         token.word == Word::Constant || token.word == Word::Import || token.word == Word::Use;
}

/// The name before the dot: `a.` or `a(x).`, but nothing that is the result of a call.
const Token* named_before(const syntax::TokenList& list, std::size_t dot) {
  if (dot == 0) {
    return nullptr;
  }
  std::size_t at = dot - 1;
  if (list.tokens[at].kind == TokenKind::RightParen) {
    int depth = 1;
    while (at > 0 && depth > 0) {
      --at;
      depth += list.tokens[at].kind == TokenKind::RightParen  ? 1
               : list.tokens[at].kind == TokenKind::LeftParen ? -1
                                                              : 0;
    }
    if (at == 0) {
      return nullptr;
    }
    --at;
  }
  const bool name = list.tokens[at].kind == TokenKind::Identifier;
  const bool method = at > 0 && list.tokens[at - 1].kind == TokenKind::Dot;
  return name && !method ? &list.tokens[at] : nullptr;
}

/// The text without the declaration that is being written, or with inputs only.
std::string without(const SourceFile& source, const syntax::TokenList& list, std::uint32_t offset,
                    bool inputs_only) {
  std::string text;
  for (std::size_t i = 0; i < list.tokens.size(); ++i) {
    if (!begins_declaration(list.tokens[i])) {
      continue;
    }
    std::size_t next = i + 1;
    // Tags stand before what they belong to.
    while (next < list.tokens.size() && list.tokens[next].kind != TokenKind::End &&
           list.tokens[next].kind != TokenKind::Hash && !begins_declaration(list.tokens[next])) {
      ++next;
    }
    const std::uint32_t begin = list.tokens[i].begin;
    const std::uint32_t end = list.tokens[next - 1].end;
    const bool written = begin <= offset && offset <= end;
    if (!written && (!inputs_only || list.tokens[i].word == Word::Input)) {
      text += std::string(source.slice({begin, end, 0})) + "\n";
    }
    i = next - 1;
  }
  return text;
}

bool serves(const Type& wanted, const Type& given) {
  if (wanted.kind() == given.kind()) {
    return true;
  }
  return (wanted.kind() == TypeKind::Float && given.kind() == TypeKind::Prob) ||
         (wanted.kind() == TypeKind::Fixed && given.kind() == TypeKind::UFixed);
}

}  // namespace

std::optional<Type> receiver_type(const SourceFile& source, const syntax::TokenList& list,
                                  std::uint32_t offset) {
  std::size_t dot = 0;
  for (std::size_t i = 0; i < list.tokens.size() && list.tokens[i].end <= offset; ++i) {
    dot = list.tokens[i].kind == TokenKind::Dot ? i : dot;
  }
  const Token* name = named_before(list, dot);
  if (name == nullptr) {
    return std::nullopt;
  }
  const std::string wanted(source.slice({name->begin, name->end, 0}));
  for (const bool inputs_only : {false, true}) {
    const Compiled compiled =
        compile(SourceFile(source.name(), without(source, list, offset, inputs_only)));
    if (!compiled.spec) {
      continue;
    }
    const auto found = compiled.spec->find_stream(wanted);
    return found ? std::optional(compiled.spec->streams()[*found].type) : std::nullopt;
  }
  return std::nullopt;
}

bool takes(std::string_view function, const Type& type) {
  const builtins::Function* found = builtins::find_function(function);
  if (found == nullptr || found->overloads.empty()) {
    return true;
  }
  return std::any_of(found->overloads.begin(), found->overloads.end(), [&](const auto& overload) {
    return !overload.arguments.empty() && serves(overload.arguments.front(), type);
  });
}

bool aggregates(std::string_view name, const Type& type) {
  const auto found = builtins::find_aggregate(name);
  return !found || found->aggregate->bind(type, found->argument).has_value();
}

bool fits(const syntax::Construct& form, const Type& type) {
  return !form.of_conditions || type.kind() == TypeKind::Bool;
}

}  // namespace fairmon::api
