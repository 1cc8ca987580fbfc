#pragma once

#include <fairmon/diagnostic.hpp>

#include <optional>
#include <string>

#include "syntax/ast.hpp"
#include "templates/metric.hpp"

namespace fairmon::templates {

/// True if the parser could not read all of the expression and has said so.
[[nodiscard]] bool is_broken(const syntax::Ast& ast, syntax::ExprId id);

/// The number an expression stands for, as written: a literal, or a constant that is one.
[[nodiscard]] std::optional<std::string> number_text(const syntax::Ast& ast, syntax::ExprId id);

/// Reports an argument that is not of the kind its parameter asks for; false if it is not.
/// Without this, the mistake would surface somewhere inside the streams of the metric.
[[nodiscard]] bool check_kind(const syntax::Ast& ast, const MetricParameter& parameter,
                              syntax::ExprId id, Diagnostics& diagnostics);

}  // namespace fairmon::templates
