#pragma once

#include <fairmon/diagnostic.hpp>

#include "syntax/ast.hpp"

namespace fairmon::templates {

/// Replaces every mirror by a copy of the output it names, whose evaluations also need the
/// mirror's condition. A mirror of something else is reported and becomes an output with a missing
/// value.
void expand_mirrors(syntax::Ast& ast, Diagnostics& diagnostics);

}  // namespace fairmon::templates
