#include <fairmon/group_sizes.hpp>
#include <fairmon/spec.hpp>

#include <string>
#include <utility>

#include "api/describe.hpp"
#include "api/digest.hpp"
#include "api/front.hpp"
#include "api/panels.hpp"
#include "api/spec_body.hpp"
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

Front analyse_source(const SourceFile& source, Diagnostics& diagnostics) {
  const std::uint32_t file = diagnostics.add_file(source);
  Front front;
  front.ast = syntax::parse(source, file, diagnostics);
  const std::vector<syntax::UseDecl> uses = front.ast.uses;
  templates::expand_uses(front.ast, source, diagnostics);
  templates::expand_mirrors(front.ast, diagnostics);
  front.analysis = sema::analyse(front.ast, diagnostics);
  if (!uses.empty()) {
    diagnostics = templates::explain_uses(diagnostics, uses);
  }
  diagnostics.sort();
  return front;
}

}  // namespace api

namespace detail {

const std::string& SpecBody::digest() const {
  std::call_once(once_, [&] {
    Diagnostics known;  // it compiled before
    const api::Front front = api::analyse_source(source, known);
    digest_ = api::digest_of(ir::print(lower::lower(front.ast, front.analysis)));
  });
  return digest_;
}

const std::string& SpecBody::state_digest() const {
  std::call_once(once_of_state_,
                 [&] { state_digest_ = digest() + api::digest_of(ir::print(*program)); });
  return state_digest_;
}

}  // namespace detail

namespace {

/// The tag by which an added stream names the one whose trials it counts. Nobody can write it:
/// names of tags have no dashes.
constexpr const char* kCounts = "counts-trials-of";

/// Added streams are recorded as plotted ones are, but belong to no panel.
void mark_sizes(std::vector<StreamInfo>& streams, const ir::Program& program) {
  for (std::uint32_t i = 0; i < streams.size(); ++i) {
    const ir::StreamId origin = program.streams[ir::StreamId(i)].origin;
    if (origin.valid()) {
      streams[i].verbosity = Verbosity::Debug;
      streams[i].tags = {{"plot", std::nullopt, {}}, {kCounts, std::to_string(origin.value), {}}};
    }
  }
}

Compiled compile_source(const SourceFile& source, const CompileOptions& options,
                        const lower::LowerOptions& lowering) {
  Compiled compiled;
  const api::Front front = api::analyse_source(source, compiled.diagnostics);
  if (compiled.diagnostics.has_errors()) {
    return compiled;
  }
  ir::Program program = lower::lower(front.ast, front.analysis, lowering);
  require_sound(program);
  auto body = std::make_shared<detail::SpecBody>();
  body->source = source;
  body->streams = api::describe_streams(front, program);
  body->panels = api::make_panels(body->streams, program);
  mark_sizes(body->streams, program);
  body->schema = api::describe_inputs(program);
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

Compiled compile_with_group_sizes(const SourceFile& source, const CompileOptions& options) {
  lower::LowerOptions lowering;
  lowering.group_sizes = true;
  return compile_source(source, options, lowering);
}

std::optional<std::uint32_t> counts_trials_of(const StreamInfo& stream) {
  for (const Tag& tag : stream.tags) {
    if (tag.key == kCounts && tag.value) {
      return static_cast<std::uint32_t>(std::stoul(*tag.value));
    }
  }
  return std::nullopt;
}

}  // namespace fairmon
