#pragma once

#include <fairmon/diagnostic.hpp>
#include <fairmon/source.hpp>

#include "sema/analysis.hpp"
#include "syntax/ast.hpp"

namespace fairmon::api {

/// A specification after the stages that can find mistakes.
struct Front {
  syntax::Ast ast;
  sema::Analysis analysis;
};

/// Parses, expands and analyses. The source becomes file 0 of the diagnostics, which are sorted.
[[nodiscard]] Front analyse_source(const SourceFile& source, Diagnostics& diagnostics,
                                   const sema::AnalysisOptions& options = {});

}  // namespace fairmon::api
