#pragma once

#include <string>
#include <vector>

#include "syntax/ast.hpp"

namespace fairmon::templates {

/// The inputs that must have a value for the expressions to have one: inputs named in them, and in
/// the definitions of outputs named in them.
[[nodiscard]] std::vector<std::string> inputs_behind(
    const syntax::Ast& ast, const std::vector<syntax::ExprId>& expressions);

/// As an activation condition, joined by `&&`; empty if there are none.
[[nodiscard]] std::string all_of_inputs(const std::vector<std::string>& inputs);

}  // namespace fairmon::templates
