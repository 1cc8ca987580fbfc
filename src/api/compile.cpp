#include <fairmon/findings.hpp>
#include <fairmon/spec.hpp>

#include <string>
#include <utility>

#include "api/describe.hpp"
#include "api/digest.hpp"
#include "api/front.hpp"
#include "api/panels.hpp"
#include "api/repair/repair.hpp"
#include "api/spec_body.hpp"
#include "diag/report.hpp"
#include "ir/passes/pipeline.hpp"
#include "ir/text.hpp"
#include "ir/verify.hpp"
#include "lower/lower.hpp"
#include "syntax/parse.hpp"
#include "templates/expand.hpp"

namespace fairmon {
namespace {

void require_sound(const ir::Program& program) {
#ifdef FAIRMON_CHECKS
  const std::vector<std::string> problems = ir::verify(program);
  FAIRMON_CHECK(problems.empty(), "lowering made a program that does not verify: " +
                                      (problems.empty() ? std::string() : problems.front()));
#else
  (void)program;
#endif
}

}  // namespace

namespace api {

Front analyse_source(const SourceFile& source, Diagnostics& diagnostics,
                     const sema::AnalysisOptions& options) {
  const std::uint32_t file = diagnostics.add_file(source);
  Front front;
  front.ast = syntax::parse(source, file, diagnostics);
  const std::vector<syntax::UseDecl> uses = front.ast.uses;
  templates::expand_uses(front.ast, source, diagnostics);
  templates::expand_mirrors(front.ast, diagnostics);
  front.analysis = sema::analyse(front.ast, diagnostics, options);
  if (!uses.empty()) {
    diagnostics = templates::explain_uses(diagnostics, uses);
  }
  diagnostics.sort();
  return front;
}

}  // namespace api

namespace detail {

// Not std::call_once: an exception that leaves it passes through the C library, which asks for
// memory to go on.
const std::string& SpecBody::digest() const {
  const std::lock_guard lock(digests_);
  if (digest_.empty()) {
    Diagnostics known;  // it compiled before
    const api::Front front = api::analyse_source(source, known, {level});
    digest_ = api::digest_of(ir::print(lower::lower(front.ast, front.analysis)));
  }
  return digest_;
}

const std::string& SpecBody::state_digest() const {
  const std::string& of_text = digest();
  const std::lock_guard lock(digests_);
  if (state_digest_.empty()) {
    state_digest_ = of_text + api::digest_of(ir::print(*program));
  }
  return state_digest_;
}

}  // namespace detail

namespace {

Compiled compile_source(const SourceFile& source, const CompileOptions& options,
                        const lower::LowerOptions& lowering) {
  Compiled compiled;
  const api::Front front = api::analyse_source(source, compiled.diagnostics, {options.level});
  if (compiled.diagnostics.has_errors()) {
    compiled.diagnostics = api::try_fixes(source, compiled.diagnostics);
    return compiled;
  }
  auto body = std::make_shared<detail::SpecBody>();
  ir::evidence::Added added;
  ir::Program program = lower::lower(front.ast, front.analysis, lowering, &added);
  if (added.waits_for_itself) {
    diag::error(compiled.diagnostics, "dependency-cycle", *added.waits_for_itself,
                "what this says decides which instances are born, and it needs the order of their "
                "births itself")
        .help("let the spawn clause read what was said before: `last(or: false)`");
    return compiled;
  }
  body->budgets = std::move(added.budgets);
  require_sound(program);
  body->source = source;
  body->level = options.level;
  body->streams = api::describe_streams(front, program);
  body->panels = api::make_panels(body->streams, program);
  body->tags = api::global_tags(front);
  body->schema = api::describe_inputs(front, program);
  if (options.optimise) {
    ir::passes::run_pipeline(program, options.disabled_passes);
  }
  body->program = std::make_shared<const ir::Program>(std::move(program));
  compiled.spec.emplace(std::move(body));
  return compiled;
}

}  // namespace

Compiled compile(const SourceFile& source, const CompileOptions& options) {
  return compile_source(source, options, {});
}

Compiled compile_with_findings(const SourceFile& source, const CompileOptions& options) {
  lower::LowerOptions lowering;
  lowering.findings = true;
  return compile_source(source, options, lowering);
}

}  // namespace fairmon
