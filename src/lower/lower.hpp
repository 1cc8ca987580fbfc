#pragma once

#include "ir/program.hpp"
#include "sema/analysis.hpp"
#include "syntax/ast.hpp"

namespace fairmon::lower {

struct LowerOptions {
  /// For every plotted output that is a probability, one more public output after the others,
  /// `<name>.size`: how many trials stand behind its value. Its `origin` is that output.
  bool group_sizes = false;
};

/// Writes a tree without errors, expanded and analysed, as a program. Layers are assigned.
[[nodiscard]] ir::Program lower(const syntax::Ast& ast, const sema::Analysis& analysis,
                                const LowerOptions& options = {});

}  // namespace fairmon::lower
