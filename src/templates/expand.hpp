#pragma once

#include <fairmon/diagnostic.hpp>
#include <fairmon/source.hpp>

#include <string>
#include <vector>

#include "syntax/ast.hpp"

namespace fairmon::templates {

/// Replaces every mirror by a copy of the output it names, whose evaluations also need the
/// mirror's condition. A mirror of something else is reported and becomes an output with a missing
/// value.
void expand_mirrors(syntax::Ast& ast, Diagnostics& diagnostics);

/// Replaces every `use` by the streams it stands for. Places in what was generated are those of the
/// user: an argument points at the argument, everything else at the metric's name in the `use`.
void expand_uses(syntax::Ast& ast, const SourceFile& source, Diagnostics& diagnostics);

/// To be called when the analyses are done: a message whose place is the name of a used metric gets
/// a note that says so, and loses fixes that would edit the `use` as if it were the generated text.
[[nodiscard]] Diagnostics explain_uses(const Diagnostics& diagnostics,
                                       const std::vector<syntax::UseDecl>& uses);

/// The source with every `use` replaced by the text it stands for.
[[nodiscard]] std::string expanded_text(const syntax::Ast& ast, const SourceFile& source,
                                        Diagnostics& diagnostics);

}  // namespace fairmon::templates
