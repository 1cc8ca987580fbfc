#pragma once

#include "ir/program.hpp"
#include "sema/analysis.hpp"
#include "syntax/ast.hpp"

namespace fairmon::lower {

/// Writes a tree without errors, expanded and analysed, as a program. Layers are assigned.
[[nodiscard]] ir::Program lower(const syntax::Ast& ast, const sema::Analysis& analysis);

}  // namespace fairmon::lower
