#pragma once

#include <string>
#include <vector>

#include "syntax/ast.hpp"

namespace fairmon::templates {

/// The inputs that must have a value for the expressions to have one, joined by `&&`: inputs named
/// in them, and in the definitions of outputs named in them. Empty if there are none.
[[nodiscard]] std::string infer_pacing(const syntax::Ast& ast,
                                       const std::vector<syntax::ExprId>& expressions);

}  // namespace fairmon::templates
