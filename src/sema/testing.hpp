#pragma once

#include <fairmon/diagnostic.hpp>

#include <string>

#include "sema/analysis.hpp"
#include "syntax/parse.hpp"
#include "templates/expand.hpp"

/// For tests: a specification taken through parsing and analysis.
namespace fairmon::sema::testing {

struct Analysed {
  Diagnostics diagnostics;
  syntax::Ast ast;
  Analysis analysis;

  explicit Analysed(const std::string& text) {
    const SourceFile source("spec.lola", text);
    const std::uint32_t file = diagnostics.add_file(source);
    ast = syntax::parse(source, file, diagnostics);
    templates::expand_mirrors(ast, diagnostics);
    analysis = analyse(ast, diagnostics);
    diagnostics.sort();
  }

  [[nodiscard]] bool has(const std::string& id) const {
    for (const Diagnostic& item : diagnostics.all()) {
      if (item.id == id) {
        return true;
      }
    }
    return false;
  }
  /// All messages, one per line.
  [[nodiscard]] std::string messages() const {
    RenderOptions options;
    options.format = DiagnosticFormat::Concise;
    return render(diagnostics, options);
  }
  [[nodiscard]] const OutputFacts& output(const std::string& name) const {
    for (const syntax::OutputId id : ast.outputs.ids()) {
      if (ast.outputs[id].name.text == name) {
        return analysis.outputs[id];
      }
    }
    return analysis.outputs.front();
  }
};

}  // namespace fairmon::sema::testing
