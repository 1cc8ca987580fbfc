#include <algorithm>

#include "api/catalogue/sections.hpp"
#include "builtins/catalogue.hpp"

namespace fairmon::api {
namespace {

using builtins::Function;
using builtins::Overload;

std::string argument_text(const Function& function, const Overload& overload, std::size_t i) {
  const std::string type = overload.arguments[i].to_string();
  const bool named = i < function.argument_names.size() && !function.argument_names[i].empty();
  return named ? std::string(function.argument_names[i]) + ": " + type : type;
}

std::string signature_of(const Function& function, const Overload& overload) {
  std::string text(function.name);
  const bool infix = function.notation && !function.notation->spellings.empty();
  if (infix) {
    const std::string sign(function.notation->spellings.front());
    const bool unary = function.notation->unary;
    text = unary ? sign + overload.arguments[0].to_string()
                 : overload.arguments[0].to_string() + " " + sign + " " +
                       overload.arguments[1].to_string();
    return text + " → " + overload.result.to_string();
  }
  text += "(";
  for (std::size_t i = 0; i < overload.arguments.size(); ++i) {
    text += (i > 0 ? ", " : "") + argument_text(function, overload, i);
  }
  text += function.variadic ? ", …)" : ")";
  return text + " → " + overload.result.to_string();
}

// `round(${1:x}, ${2:y})`, with the names of named arguments.
std::string snippet_of(const Function& function) {
  std::string text = std::string(function.name) + "(";
  for (std::size_t i = 0; i < function.argument_names.size(); ++i) {
    const std::string name(function.argument_names[i]);
    text += i > 0 ? ", " : "";
    text += name.empty() ? "" : name + ": ";
    text += "${" + std::to_string(i + 1) + ":" + (name.empty() ? "x" : name) + "}";
  }
  return text + ")";
}

CatalogueEntry entry_of(const Function& function, CatalogueKind kind) {
  CatalogueEntry entry;
  entry.kind = kind;
  entry.name = function.name;
  entry.summary = function.summary;
  entry.documentation = function.documentation;
  entry.example = function.example;
  for (const Overload& overload : function.overloads) {
    entry.signatures.push_back(signature_of(function, overload));
  }
  if (function.notation && !function.notation->spellings.empty()) {
    // An operator is known by its sign.
    const auto& spellings = function.notation->spellings;
    entry.name = spellings.front();
    entry.spellings.assign(spellings.begin() + 1, spellings.end());
    entry.snippet = entry.name;
  } else {
    entry.snippet = snippet_of(function);
  }
  return entry;
}

}  // namespace

void add_builtins(std::vector<CatalogueEntry>& entries) {
  for (const Function* function : builtins::operators()) {
    const bool same = std::any_of(entries.begin(), entries.end(), [&](const CatalogueEntry& e) {
      return function->notation && !function->notation->spellings.empty() &&
             e.name == function->notation->spellings.front() && e.summary == function->summary;
    });
    if (!same && function->notation && !function->notation->spellings.empty()) {
      entries.push_back(entry_of(*function, CatalogueKind::Operator));
    }
  }
  for (const Function* function : builtins::functions()) {
    entries.push_back(entry_of(*function, CatalogueKind::Function));
  }
  for (const builtins::Aggregate* aggregate : builtins::aggregates()) {
    if (aggregate->internal) {
      continue;
    }
    CatalogueEntry entry;
    entry.kind = CatalogueKind::Aggregate;
    entry.name =
        aggregate->numbered ? std::string(aggregate->name) + "N" : std::string(aggregate->name);
    entry.spellings.assign(aggregate->spellings.begin(), aggregate->spellings.end());
    std::erase(entry.spellings, entry.name);
    entry.signatures.push_back("s.aggregate(over: duration, using: " + entry.name + ") of " +
                               std::string(aggregate->accepts));
    entry.summary = aggregate->summary;
    entry.documentation = aggregate->documentation;
    entry.example = aggregate->example;
    entry.snippet = aggregate->numbered ? std::string(aggregate->name) + "${1:90}" : entry.name;
    entries.push_back(std::move(entry));
  }
}

}  // namespace fairmon::api
