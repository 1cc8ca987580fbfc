#pragma once

#include <fairmon/diagnostic.hpp>
#include <fairmon/source.hpp>

#include <optional>
#include <set>
#include <string>

#include "syntax/ast.hpp"
#include "templates/instantiate.hpp"

namespace fairmon::templates {

/// Checks a `use` against its metric and gathers the arguments; reports every mistake. Nothing if
/// there was one. `taken` holds the names of earlier uses.
[[nodiscard]] std::optional<MetricCall> bind_use(const syntax::Ast& ast, const syntax::UseDecl& use,
                                                 const SourceFile& source,
                                                 std::set<std::string>& taken,
                                                 Diagnostics& diagnostics);

}  // namespace fairmon::templates
