#include "sema/analysis.hpp"
#include "sema/context.hpp"
#include "sema/dependencies/dependencies.hpp"
#include "sema/evidence/evidence.hpp"
#include "sema/names/names.hpp"
#include "sema/pacing/pacing.hpp"
#include "sema/ranges/ranges.hpp"
#include "sema/structure/structure.hpp"
#include "sema/tags/tags.hpp"
#include "sema/types/types.hpp"

namespace fairmon::sema {

Analysis analyse(const syntax::Ast& ast, Diagnostics& diagnostics, const AnalysisOptions& options) {
  Analysis analysis;
  analysis.exprs.resize(ast.exprs.size());
  analysis.outputs.resize(ast.outputs.size());
  for (const syntax::OutputId id : ast.outputs.ids()) {
    analysis.outputs[id].evals.resize(ast.outputs[id].evals.size());
  }
  Context context{ast, analysis, diagnostics};
  context.broken.assign(ast.exprs.size(), false);
  names::declare(context);
  names::resolve(context);
  collect_accesses(context);
  structure::check(context);
  types::check_declarations(context);
  types::infer(context);
  pacing::infer(context);
  dependencies::check(context);
  ranges::check(context);
  tags::check(context);
  evidence::check(context, options);
  return analysis;
}

}  // namespace fairmon::sema
