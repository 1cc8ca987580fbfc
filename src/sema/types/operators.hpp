#pragma once

#include "builtins/catalogue.hpp"
#include "syntax/ast.hpp"

namespace fairmon::sema::types {

/// Whether an operator is a function of the catalogue; logic and equality are built in.
[[nodiscard]] bool has_function(syntax::Op op);
[[nodiscard]] const builtins::Function* operator_of(syntax::Op op);

}  // namespace fairmon::sema::types
