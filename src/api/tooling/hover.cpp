#include <fairmon/tooling.hpp>

#include "api/catalogue/sections.hpp"
#include "api/tooling/symbols.hpp"
#include "syntax/lex.hpp"
#include "syntax/parse.hpp"
#include "syntax/print.hpp"

namespace fairmon {
namespace {

using syntax::Token;
using syntax::TokenKind;

const StreamInfo* find_stream(const std::optional<Spec>& spec, const std::string& name) {
  if (!spec) {
    return nullptr;
  }
  for (const StreamInfo& stream : spec->streams()) {
    if (stream.name == name) {
      return &stream;
    }
  }
  return nullptr;
}

std::string code(const std::string& text) { return "```rtlola\n" + text + "\n```\n"; }

std::string describe_stream(const StreamInfo& stream, std::string_view word) {
  std::string head = std::string(word) + " " + stream.name;
  for (std::size_t i = 0; i < stream.parameters.size(); ++i) {
    head += (i == 0 ? "(" : ", ") + stream.parameters[i].name + ": " +
            stream.parameters[i].type.to_string();
  }
  head += stream.parameters.empty() ? "" : ")";
  head += " : " + stream.type.to_string();
  std::string text = code(head);
  if (stream.kind != StreamKind::Input && !stream.pacing.empty()) {
    text += "\nevaluated: " + stream.pacing + "\n";
  }
  return text;
}

// The type of a parameter, from the finished specification.
std::string parameter_type(const Compiled& compiled, const syntax::Ast& ast,
                           const api::Symbol& symbol) {
  const syntax::OutputDecl& output = ast.outputs[syntax::OutputId(symbol.index)];
  const StreamInfo* stream = find_stream(compiled.spec, output.name.text);
  if (stream != nullptr) {
    for (const StreamInfo::Parameter& parameter : stream->parameters) {
      if (parameter.name == symbol.name) {
        return " : " + parameter.type.to_string();
      }
    }
  }
  return "";
}

std::string describe_symbol(const SourceFile& source, const syntax::Ast& ast,
                            const api::Symbol& symbol) {
  const Compiled compiled = compile(source);
  switch (symbol.kind) {
    case api::SymbolKind::Constant: {
      const auto& constant = ast.constants[syntax::ConstantId(symbol.index)];
      return code("constant " + symbol.name + " : " + syntax::print_type(constant.type) +
                  " := " + syntax::print_expression(ast, constant.value));
    }
    case api::SymbolKind::Input: {
      const auto& input = ast.inputs[syntax::InputId(symbol.index)];
      return code("input " + symbol.name + " : " + syntax::print_type(input.type));
    }
    case api::SymbolKind::Output: {
      const StreamInfo* stream = find_stream(compiled.spec, symbol.name);
      return stream != nullptr ? describe_stream(*stream, "output") : code("output " + symbol.name);
    }
    case api::SymbolKind::Parameter: {
      const auto& output = ast.outputs[syntax::OutputId(symbol.index)];
      const std::string of = output.trigger ? "a trigger" : "`" + output.name.text + "`";
      return code(symbol.name + parameter_type(compiled, ast, symbol)) + "\nparameter of " + of +
             "\n";
    }
    case api::SymbolKind::LambdaParameter:
      return code(symbol.name) + "\nparameter of a lambda\n";
  }
  return {};
}

std::string describe_entry(const CatalogueEntry& entry) {
  std::string text;
  for (std::size_t i = 0; i < entry.signatures.size() && i < 4; ++i) {
    text += entry.signatures[i] + "\n";
  }
  text = text.empty() ? "`" + entry.name + "`\n" : "```text\n" + text + "```\n";
  text += "\n" + entry.summary + "\n";
  text += entry.documentation.empty() ? "" : "\n" + entry.documentation + "\n";
  text += entry.example.empty() ? "" : "\n" + code(entry.example);
  return text;
}

// A word of the language or of its library, judged by what stands before it.
const CatalogueEntry* entry_at(const std::vector<Token>& tokens, std::size_t index,
                               std::string_view text) {
  const TokenKind before = index > 0 ? tokens[index - 1].kind : TokenKind::End;
  std::vector<CatalogueKind> order = {CatalogueKind::Keyword,   CatalogueKind::Type,
                                      CatalogueKind::Construct, CatalogueKind::Function,
                                      CatalogueKind::Aggregate, CatalogueKind::Metric,
                                      CatalogueKind::Tag};
  if (before == TokenKind::Dot) {
    order = {CatalogueKind::Construct, CatalogueKind::Function, CatalogueKind::Aggregate};
  } else if (before == TokenKind::LeftBracket) {
    order = {CatalogueKind::Tag};
  } else if (before == TokenKind::Colon) {
    order = {CatalogueKind::Aggregate, CatalogueKind::Type, CatalogueKind::Construct,
             CatalogueKind::Function, CatalogueKind::Keyword};
  }
  for (const CatalogueKind kind : order) {
    if (const CatalogueEntry* entry = api::find_entry(kind, text)) {
      return entry;
    }
  }
  return api::find_entry(CatalogueKind::Operator, text);
}

}  // namespace

std::optional<Hover> hover(const SourceFile& source, std::uint32_t offset) {
  Diagnostics diagnostics;
  diagnostics.add_file(source);
  const syntax::TokenList list = syntax::lex(source, 0, diagnostics);
  const syntax::Ast ast = syntax::parse(source, list, 0, diagnostics);
  const api::Symbols symbols = api::find_symbols(ast);
  if (const api::Occurrence* found = symbols.find(offset)) {
    return Hover{found->span, describe_symbol(source, ast, symbols.symbols[found->symbol])};
  }
  for (std::size_t i = 0; i < list.tokens.size(); ++i) {
    const Token& token = list.tokens[i];
    if (offset < token.begin || offset >= token.end) {
      continue;
    }
    const Span span = {token.begin, token.end, 0};
    if (token.kind == TokenKind::Number && token.extra < token.end) {
      const Span unit = {token.extra, token.end, 0};
      const CatalogueEntry* entry = api::find_entry(CatalogueKind::Unit, source.slice(unit));
      return entry == nullptr ? std::nullopt : std::optional(Hover{span, describe_entry(*entry)});
    }
    const CatalogueEntry* entry = entry_at(list.tokens, i, source.slice(span));
    return entry == nullptr ? std::nullopt : std::optional(Hover{span, describe_entry(*entry)});
  }
  return std::nullopt;
}

}  // namespace fairmon
