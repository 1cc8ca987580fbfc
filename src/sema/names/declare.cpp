#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "sema/names/names.hpp"
#include "support/nearest.hpp"

namespace fairmon::sema::names {
namespace {

using syntax::Name;

void enter(Context& context, const Name& name, NameRef ref) {
  if (name.missing() || name.text == "_") {
    return;
  }
  const auto [place, fresh] = context.names.try_emplace(name.text, Declaration{ref, name.span});
  if (fresh) {
    return;
  }
  diag::error(context.diagnostics, "duplicate-name", name.span,
              fmt::format("`{}` is declared twice", name.text))
      .here("declared again")
      .label(place->second.span, "first declared here")
      .fix("rename the second one", {{name.span, name.text + "_2"}});
}

void check_parameters(Context& context, const std::vector<syntax::Param>& parameters) {
  std::map<std::string_view, Span> seen;
  for (const syntax::Param& parameter : parameters) {
    if (parameter.name.missing() || parameter.name.text == "_") {
      continue;
    }
    const auto [place, fresh] = seen.try_emplace(parameter.name.text, parameter.name.span);
    if (!fresh) {
      diag::error(context.diagnostics, "duplicate-parameter", parameter.name.span,
                  fmt::format("the parameter `{}` is declared twice", parameter.name.text))
          .label(place->second, "first declared here")
          .fix("rename the second one", {{parameter.name.span, parameter.name.text + "_2"}});
    }
  }
}

void check_imports(Context& context) {
  static const std::vector<std::string> kModules = {"math", "regex", "time"};
  for (const syntax::ImportDecl& import : context.ast.imports) {
    const std::string& module = import.module.text;
    if (module.empty() || std::find(kModules.begin(), kModules.end(), module) != kModules.end()) {
      continue;
    }
    diag::Report report(context.diagnostics, Severity::Error, "unknown-import", import.module.span,
                        fmt::format("there is no module `{}`", module));
    report.note("the modules are `math`, `regex` and `time`; their functions need no import");
    if (support::nearest(module, kModules)) {
      (void)suggest(report, module, import.module.span, kModules);
    } else {
      report.fix("remove the import", {{import.span, ""}});
    }
  }
}

}  // namespace

bool suggest(diag::Report& report, std::string_view written, Span place,
             std::span<const std::string> candidates) {
  const auto near = support::nearest(written, candidates);
  if (near) {
    report.fix(fmt::format("did you mean `{}`?", *near), {{place, *near}});
  }
  return near.has_value();
}

void declare(Context& context) {
  check_imports(context);
  const syntax::Ast& ast = context.ast;
  for (const syntax::DeclRef& decl : ast.order) {
    switch (decl.kind) {
      case syntax::DeclKind::Constant:
        enter(context, ast.constants.raw()[decl.index].name, {RefKind::Constant, decl.index});
        break;
      case syntax::DeclKind::Input:
        enter(context, ast.inputs.raw()[decl.index].name, {RefKind::Input, decl.index});
        break;
      case syntax::DeclKind::Output: {
        const syntax::OutputDecl& output = ast.outputs.raw()[decl.index];
        enter(context, output.name, {RefKind::Output, decl.index});
        check_parameters(context, output.parameters);
        break;
      }
      case syntax::DeclKind::Import:
      case syntax::DeclKind::Type:
      case syntax::DeclKind::Use:
        break;
    }
  }
}

}  // namespace fairmon::sema::names
