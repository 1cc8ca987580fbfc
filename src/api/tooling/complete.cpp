#include <fairmon/tooling.hpp>

#include <algorithm>
#include <array>
#include <optional>

#include "api/catalogue/sections.hpp"
#include "api/tooling/completion_context.hpp"
#include "api/tooling/receiver.hpp"
#include "api/tooling/symbols.hpp"
#include "syntax/constructs.hpp"
#include "syntax/lex.hpp"
#include "syntax/parse.hpp"
#include "syntax/print.hpp"

namespace fairmon {
namespace {

using api::Wanted;

class Completer {
 public:
  Completer(const SourceFile& source, std::uint32_t offset) : offset_(offset) {
    Diagnostics diagnostics;
    diagnostics.add_file(source);
    const syntax::TokenList list = syntax::lex(source, 0, diagnostics);
    context_ = api::find_context(source, list, offset);
    ast_ = syntax::parse(source, list, 0, diagnostics);
    symbols_ = api::find_symbols(ast_);
    result_.replace = context_.replace;
    if (context_.wanted == Wanted::Method) {
      receiver_ = api::receiver_type(source, list, offset);
    }
  }

  Completions run();

 private:
  void add_entries(CatalogueKind kind, std::string_view shown);
  void add_entry(const CatalogueEntry& entry, std::string_view shown);
  void add_names(std::initializer_list<std::string_view> names, CatalogueKind kind);
  void add_streams();
  void add_inputs();
  void add_methods();
  void add_expression();
  void add_declarations();
  void add_modules();
  [[nodiscard]] std::string detail_of(const api::Symbol& symbol) const;

  std::uint32_t offset_;
  api::CompletionContext context_;
  syntax::Ast ast_;
  api::Symbols symbols_;
  std::optional<Type> receiver_;  ///< of what stands before the dot, if known
  Completions result_;
};

std::string_view shown_kind(CatalogueKind kind) {
  switch (kind) {
    case CatalogueKind::Operator:
    case CatalogueKind::Keyword:
    case CatalogueKind::Diagnostic:
      return "keyword";
    case CatalogueKind::Function:
    case CatalogueKind::Aggregate:
      return "function";
    case CatalogueKind::Construct:
      return "method";
    case CatalogueKind::Type:
      return "type";
    case CatalogueKind::Unit:
      return "unit";
    case CatalogueKind::Tag:
      return "tag";
    case CatalogueKind::Metric:
      return "snippet";
  }
  return "keyword";
}

Completion item_of(const CatalogueEntry& entry) {
  Completion item;
  item.label = entry.name;
  item.kind = shown_kind(entry.kind);
  item.detail = entry.signatures.empty() ? "" : entry.signatures.front();
  item.insert = entry.snippet.empty() ? entry.name : entry.snippet;
  item.documentation = entry.summary;
  if (!entry.documentation.empty()) {
    item.documentation += "\n\n" + entry.documentation;
  }
  return item;
}

void Completer::add_entries(CatalogueKind kind, std::string_view shown) {
  for (const CatalogueEntry& entry : api::whole_catalogue()) {
    if (entry.kind == kind) {
      add_entry(entry, shown);
    }
  }
}

void Completer::add_entry(const CatalogueEntry& entry, std::string_view shown) {
  Completion item = item_of(entry);
  item.kind = shown.empty() ? item.kind : std::string(shown);
  result_.items.push_back(std::move(item));
}

void Completer::add_names(std::initializer_list<std::string_view> names, CatalogueKind kind) {
  for (const std::string_view name : names) {
    if (const CatalogueEntry* entry = api::find_entry(kind, name)) {
      result_.items.push_back(item_of(*entry));
    }
  }
}

std::string Completer::detail_of(const api::Symbol& symbol) const {
  if (symbol.kind == api::SymbolKind::Input) {
    return "input : " + syntax::print_type(ast_.inputs[syntax::InputId(symbol.index)].type);
  }
  if (symbol.kind == api::SymbolKind::Constant) {
    return "constant : " +
           syntax::print_type(ast_.constants[syntax::ConstantId(symbol.index)].type);
  }
  return symbol.kind == api::SymbolKind::Output ? "output" : "parameter";
}

// Streams, constants, and the parameters that can be seen here.
void Completer::add_streams() {
  for (const api::Symbol& symbol : symbols_.symbols) {
    const bool global = symbol.kind == api::SymbolKind::Constant ||
                        symbol.kind == api::SymbolKind::Input ||
                        symbol.kind == api::SymbolKind::Output;
    const bool visible = symbol.scope.begin <= offset_ && offset_ <= symbol.scope.end + 1;
    if (symbol.name.empty() || (!global && !visible)) {
      continue;
    }
    Completion item;
    item.label = symbol.name;
    item.kind = global ? "stream" : "parameter";
    item.detail = detail_of(symbol);
    item.insert = symbol.name;
    if (symbol.kind == api::SymbolKind::Output) {
      const auto& parameters = ast_.outputs[syntax::OutputId(symbol.index)].parameters;
      for (std::size_t i = 0; i < parameters.size(); ++i) {
        item.insert +=
            (i == 0 ? "(${" : ", ${") + std::to_string(i + 1) + ":" + parameters[i].name.text + "}";
      }
      item.insert += parameters.empty() ? "" : ")";
    }
    result_.items.push_back(std::move(item));
  }
}

void Completer::add_inputs() {
  for (const auto& input : ast_.inputs) {
    if (!input.name.missing()) {
      result_.items.push_back({input.name.text, "stream",
                               "input : " + syntax::print_type(input.type), input.name.text, ""});
    }
  }
}

// What a value of the type before the dot can do; everything where that type is not known.
void Completer::add_methods() {
  for (const syntax::Construct& form : syntax::constructs()) {
    if (form.method && (!form.function || form.asynchronous) &&
        (!receiver_ || api::fits(form, *receiver_))) {
      add_names({form.name}, CatalogueKind::Construct);
    }
  }
  for (const std::string_view name : syntax::short_windows()) {
    if (receiver_ && !api::aggregates(name, *receiver_)) {
      continue;
    }
    const std::string text(name);
    result_.items.push_back({text, "method", "s." + text + "(duration)", text + "(${1:10s})",
                             "the same as `aggregate(over: …, using: " + text + ")`"});
  }
  for (const CatalogueEntry& entry : api::whole_catalogue()) {
    if (entry.kind == CatalogueKind::Function &&
        (!receiver_ || api::takes(entry.name, *receiver_))) {
      add_entry(entry, "method");
    }
  }
}

void Completer::add_expression() {
  add_streams();
  add_names({"prob", "delta", "certain", "possible", "lower", "upper"}, CatalogueKind::Construct);
  add_names({"if", "then", "else", "true", "false"}, CatalogueKind::Keyword);
  add_entries(CatalogueKind::Function, "");
  if (context_.in_output) {
    add_names({"when", "with", "eval", "spawn", "close"}, CatalogueKind::Keyword);
  }
}

void Completer::add_declarations() {
  add_names({"input", "output", "trigger", "constant", "use", "import"}, CatalogueKind::Keyword);
  if (context_.in_output) {
    add_names({"spawn", "eval", "close", "when", "with"}, CatalogueKind::Keyword);
  }
}

void Completer::add_modules() {
  for (const std::string_view name : {"math", "regex", "time"}) {
    const std::string text(name);
    result_.items.push_back({text, "keyword", "module", text, ""});
  }
}

Completions Completer::run() {
  switch (context_.wanted) {
    case Wanted::Nothing:
      break;
    case Wanted::Declaration:
      add_declarations();
      break;
    case Wanted::Expression:
      add_expression();
      break;
    case Wanted::Method:
      add_methods();
      break;
    case Wanted::Aggregation:
      add_entries(CatalogueKind::Aggregate, "");
      break;
    case Wanted::Selection:
      add_names({"all", "fresh"}, CatalogueKind::Construct);
      break;
    case Wanted::Type:
      add_entries(CatalogueKind::Type, "");
      break;
    case Wanted::Pacing:
      add_inputs();
      add_names({"Global", "Local"}, CatalogueKind::Construct);
      add_names({"true"}, CatalogueKind::Keyword);
      break;
    case Wanted::Tag:
      add_entries(CatalogueKind::Tag, "");
      break;
    case Wanted::Module:
      add_modules();
      break;
    case Wanted::Metric:
      for (const CatalogueEntry& entry : api::whole_catalogue()) {
        if (entry.kind == CatalogueKind::Metric) {
          Completion item = item_of(entry);
          item.insert = entry.snippet.substr(std::string_view("use ").size());
          result_.items.push_back(std::move(item));
        }
      }
      break;
    case Wanted::Unit:
      add_entries(CatalogueKind::Unit, "");
      break;
  }
  return std::move(result_);
}

}  // namespace

Completions complete(const SourceFile& source, std::uint32_t offset) {
  return Completer(source, offset).run();
}

}  // namespace fairmon
