#include <fairmon/tooling.hpp>
#include <fmt/format.h>

#include <algorithm>

#include "api/describe.hpp"
#include "api/front.hpp"
#include "api/spec_body.hpp"
#include "engine/plan/describe.hpp"
#include "ir/text.hpp"
#include "syntax/lex.hpp"
#include "syntax/parse.hpp"
#include "syntax/print.hpp"

namespace fairmon {
namespace {

std::string dump_tokens(const SourceFile& source) {
  Diagnostics diagnostics;
  const std::uint32_t file = diagnostics.add_file(source);
  std::string text;
  for (const syntax::Token& token : syntax::lex(source, file, diagnostics).tokens) {
    const LineColumn place = source.locate(token.begin);
    text +=
        fmt::format("{}:{} {} {}\n", place.line, place.column, syntax::token_kind_name(token.kind),
                    source.slice({token.begin, token.end, file}));
  }
  return text;
}

std::string dump_tree(const SourceFile& source) {
  Diagnostics diagnostics;
  const std::uint32_t file = diagnostics.add_file(source);
  return syntax::print_tree(syntax::parse(source, file, diagnostics));
}

std::string title(const StreamInfo& stream) {
  std::string list;
  for (const StreamInfo::Parameter& parameter : stream.parameters) {
    list += fmt::format("{}{}: {}", list.empty() ? "" : ", ", parameter.name,
                        parameter.type.to_string());
  }
  return list.empty() ? stream.name : fmt::format("{}({})", stream.name, list);
}

std::string dump_types(const Spec& spec) {
  std::string text;
  for (const StreamInfo& stream : spec.streams()) {
    text += fmt::format("{}: {}\n", title(stream), stream.type.to_string());
  }
  return text;
}

std::string dump_pacing(const Spec& spec) {
  const ir::Program& program = *spec.body().program;
  std::string text;
  for (const ir::Stream& stream : program.streams) {
    text += stream.name + "\n";
    if (stream.spawn) {
      text += fmt::format("  spawn {}\n", api::pacing_in_words(program, stream.spawn->pacing));
    }
    for (const ir::EvalClause& eval : stream.evals) {
      text += fmt::format("  eval {}\n", api::pacing_in_words(program, eval.pacing));
    }
    if (stream.close) {
      text += fmt::format("  close {}\n", api::pacing_in_words(program, stream.close->pacing));
    }
  }
  return text;
}

std::string dump_layers(const Spec& spec) {
  const ir::Program& program = *spec.body().program;
  std::uint32_t last = 0;
  for (const ir::Stream& stream : program.streams) {
    last = std::max(last, stream.eval_layer);
  }
  std::string text;
  for (std::uint32_t layer = 0; layer <= last; ++layer) {
    text += fmt::format("layer {}:", layer);
    for (const ir::Stream& stream : program.streams) {
      if (stream.spawn && stream.spawn_layer == layer) {
        text += fmt::format(" spawn {}", stream.name);
      }
      if (stream.eval_layer == layer) {
        text += " " + stream.name;
      }
    }
    text += "\n";
  }
  return text;
}

/// What the engine will run, and how.
std::string dump_plan(const Spec& spec) {
  const ir::Program& program = *spec.body().program;
  std::string text = engine::describe_plan(program);
  for (const ir::WindowId id : program.windows.ids()) {
    const ir::Window& window = program.windows[id];
    text += fmt::format("window over {} for {}", program.streams[window.target].name,
                        program.streams[window.caller].name);
    if (window.aggregate != nullptr) {
      const auto bound =
          window.aggregate->bind(program.streams[window.target].type, window.aggregate_argument);
      text += fmt::format(": {}, {}", window.aggregate->name,
                          bound->algebra == builtins::Algebra::Holistic ? "all values" : "a total");
    }
    text += "\n";
  }
  return text;
}

}  // namespace

Result<std::string> dump_stage(const SourceFile& source, std::string_view stage,
                               const CompileOptions& options) {
  if (stage == "tokens") {
    return dump_tokens(source);
  }
  if (stage == "ast") {
    return dump_tree(source);
  }
  using Dump = std::string (*)(const Spec&);
  const Dump dump = stage == "types"    ? &dump_types
                    : stage == "pacing" ? &dump_pacing
                    : stage == "layers" ? &dump_layers
                    : stage == "plan"   ? &dump_plan
                    : stage == "ir"
                        ? [](const Spec& spec) { return ir::print(*spec.body().program); }
                        : Dump(nullptr);
  if (dump == nullptr) {
    return Error(ErrorCode::Usage,
                 fmt::format("there is no stage {}; the stages are tokens, ast, types, pacing, "
                             "layers, ir and plan",
                             stage));
  }
  const Compiled compiled = compile(source, options);
  if (!compiled.spec) {
    return Error(ErrorCode::Specification, render(compiled.diagnostics));
  }
  return dump(*compiled.spec);
}

}  // namespace fairmon
