#include "api/catalogue/parts.hpp"
#include "builtins/catalogue.hpp"

namespace fairmon::api {

namespace {

std::string signature(const builtins::Function& function, const builtins::Overload& overload) {
  std::string text = "(";
  for (std::size_t i = 0; i < overload.arguments.size(); ++i) {
    text += i == 0 ? "" : ", ";
    if (i < function.argument_names.size() && !function.argument_names[i].empty()) {
      text += std::string(function.argument_names[i]) + ": ";
    }
    text += overload.arguments[i].to_string();
  }
  return text + (function.variadic ? ", …" : "") + ") → " + overload.result.to_string();
}

CatalogueEntry entry_of(const builtins::Function& function, CatalogueKind kind) {
  CatalogueEntry entry;
  entry.kind = kind;
  entry.name = std::string(function.name);
  if (function.notation) {
    for (const std::string_view spelling : function.notation->spellings) {
      entry.spellings.emplace_back(spelling);
    }
  }
  for (const builtins::Overload& overload : function.overloads) {
    entry.signatures.push_back(signature(function, overload));
  }
  entry.summary = std::string(function.summary);
  entry.documentation = std::string(function.documentation);
  entry.example = std::string(function.example);
  entry.snippet = kind == CatalogueKind::Function ? entry.name + "(${1:x})" : "";
  return entry;
}

}  // namespace

void add_builtins(std::vector<CatalogueEntry>& entries) {
  for (const builtins::Function* function : builtins::operators()) {
    entries.push_back(entry_of(*function, CatalogueKind::Operator));
  }
  for (const builtins::Function* function : builtins::functions()) {
    entries.push_back(entry_of(*function, CatalogueKind::Function));
  }
  for (const builtins::Aggregate* aggregate : builtins::aggregates()) {
    CatalogueEntry entry;
    entry.kind = CatalogueKind::Aggregate;
    entry.name = std::string(aggregate->name);
    for (const std::string_view spelling : aggregate->spellings) {
      entry.spellings.emplace_back(spelling);
    }
    entry.signatures.push_back("of " + std::string(aggregate->accepts));
    entry.summary = std::string(aggregate->summary);
    entry.documentation = std::string(aggregate->documentation);
    entry.example = std::string(aggregate->example);
    entry.snippet = aggregate->numbered ? entry.name + "${1:50}" : entry.name;
    entries.push_back(std::move(entry));
  }
}

}  // namespace fairmon::api
