#pragma once

#include <span>
#include <string>
#include <string_view>

#include "sema/context.hpp"

namespace fairmon::sema::names {

/// Enters constants, inputs and outputs into the name space; reports duplicates and unknown
/// imports.
void declare(Context& context);

/// Finds out what every name, call and method in the outputs stands for.
void resolve(Context& context);

/// The type a type expression names; reports unknown ones. Unknown on a mistake.
[[nodiscard]] Type named_type(Context& context, const syntax::TypeExpr& type);

/// " — did you mean `x`?"-style help and a fix that replaces the name; false if nothing is near.
bool suggest(diag::Report& report, std::string_view written, Span place,
             std::span<const std::string> candidates);

}  // namespace fairmon::sema::names
