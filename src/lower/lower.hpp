#pragma once

#include <vector>

#include "ir/evidence/evidence.hpp"
#include "ir/program.hpp"
#include "sema/analysis.hpp"
#include "syntax/ast.hpp"

namespace fairmon::lower {

struct LowerOptions {
  /// More public outputs after the others, for those who tell people what was found; the `origin`
  /// of each is the stream it belongs to. `<name>.size` and, of rates, `<name>.hits`: how many
  /// trials and hits stand behind each value of a plotted or public output; `<name>.lower` and
  /// `<name>.upper`: the band of an output that has one. `<trigger>.state`: whether the condition
  /// of the trigger holds, said whenever that changes. Of triggers with a statement
  /// `<trigger>.judgement`: undecided (0), violated (1) or kept (2), said whenever that changes,
  /// and
  /// `<trigger>.needed`: about how many more trials would decide it;
  /// with `recent` `<trigger>.stretch`: how long ago the stretch began that violates it.
  bool findings = false;
};

/// Writes a tree without errors, expanded and analysed, as a program. Layers are assigned. Tells
/// how statements split their errors if `added` is given, and whether one waits for itself: then
/// there are no layers.
[[nodiscard]] ir::Program lower(const syntax::Ast& ast, const sema::Analysis& analysis,
                                const LowerOptions& options = {},
                                ir::evidence::Added* added = nullptr);

}  // namespace fairmon::lower
