#include "api/describe.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "ir/dependencies.hpp"

namespace fairmon::api {
namespace {

std::string activation_in_words(const ir::Program& program, const ir::Activation& formula,
                                bool inside) {
  if (formula.kind == ir::Activation::Kind::True) {
    return "every event";
  }
  if (formula.kind == ir::Activation::Kind::Input) {
    return program.streams[formula.input].name;
  }
  std::string text;
  for (const ir::Activation& part : formula.parts) {
    if (!text.empty()) {
      text += formula.kind == ir::Activation::Kind::And ? " && " : " || ";
    }
    text += activation_in_words(program, part, true);
  }
  return inside ? "(" + text + ")" : text;
}

std::string pacing_of(const ir::Program& program, const ir::Stream& stream) {
  if (stream.kind == ir::StreamKind::Input) {
    return "event";
  }
  std::string text;
  for (const ir::EvalClause& eval : stream.evals) {
    const std::string words = pacing_in_words(program, eval.pacing);
    if (text.find(words) == std::string::npos) {
      text += (text.empty() ? "" : " or ") + words;
    }
  }
  return text;
}

std::vector<Tag> tags_of(const std::vector<syntax::TagExpr>& written) {
  std::vector<Tag> tags;
  tags.reserve(written.size());
  for (const syntax::TagExpr& tag : written) {
    tags.push_back({tag.key.text, tag.value, tag.span});
  }
  return tags;
}

std::optional<Verbosity> level_called(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, Verbosity>, 11> kLevels = {{
      {"silent", Verbosity::Silent},
      {"violation", Verbosity::Violations},
      {"violations", Verbosity::Violations},
      {"trigger", Verbosity::Violations},
      {"warning", Verbosity::Warnings},
      {"warnings", Verbosity::Warnings},
      {"public", Verbosity::Public},
      {"outputs", Verbosity::Outputs},
      {"output", Verbosity::Outputs},
      {"streams", Verbosity::Streams},
      {"debug", Verbosity::Debug},
  }};
  for (const auto& [word, level] : kLevels) {
    if (word == name) {
      return level;
    }
  }
  return std::nullopt;
}

void apply_tags(StreamInfo& info) {
  for (const Tag& tag : info.tags) {
    if (tag.key == "debug") {
      info.debug = true;
    } else if (tag.key == "violation" || tag.key == "warning" || tag.key == "public") {
      info.verbosity = *level_called(tag.key);
    } else if (tag.key == "verbosity" && tag.value) {
      info.verbosity = level_called(*tag.value).value_or(info.verbosity);
    }
  }
}

std::string constant_message(const ir::Program& program, const ir::Stream& stream) {
  if (stream.evals.size() != 1) {
    return {};
  }
  const ir::Expr& message = program.exprs[stream.evals.front().with];
  return message.kind == ir::ExprKind::Constant ? message.constant.as<std::string>()
                                                : std::string();
}

StreamInfo describe(const ir::Program& program, const ir::Stream& stream) {
  StreamInfo info;
  info.name = stream.name;
  info.type = stream.type;
  info.spawned = stream.spawn.has_value();
  info.pacing = pacing_of(program, stream);
  info.span = stream.span;
  for (const ir::Parameter& parameter : stream.parameters) {
    info.parameters.push_back({parameter.name, parameter.type});
  }
  if (stream.kind == ir::StreamKind::Trigger) {
    info.kind = StreamKind::Trigger;
    info.verbosity = Verbosity::Violations;
    info.message = constant_message(program, stream);
  } else if (stream.kind == ir::StreamKind::Input) {
    info.kind = StreamKind::Input;
    info.verbosity = Verbosity::Streams;
  }
  return info;
}

void collect_inputs(const ir::Activation& formula, std::vector<bool>& needed) {
  if (formula.kind == ir::Activation::Kind::Input) {
    needed[formula.input.index()] = true;
  }
  for (const ir::Activation& part : formula.parts) {
    collect_inputs(part, needed);
  }
}

}  // namespace

std::string period_in_words(const ir::Period& period) {
  constexpr std::array<std::pair<std::int64_t, const char*>, 7> kUnits = {{
      {86'400'000'000'000, "d"},
      {3'600'000'000'000, "h"},
      {60'000'000'000, "min"},
      {1'000'000'000, "s"},
      {1'000'000, "ms"},
      {1'000, "us"},
      {1, "ns"},
  }};
  if (period.denominator == 1) {
    for (const auto& [size, unit] : kUnits) {
      if (period.numerator % size == 0) {
        return fmt::format("{} {}", period.numerator / size, unit);
      }
    }
  }
  const double hertz =
      1e9 * static_cast<double>(period.denominator) / static_cast<double>(period.numerator);
  return fmt::format("1/{:g} s", hertz);
}

std::string pacing_in_words(const ir::Program& program, const ir::Pacing& pacing) {
  switch (pacing.kind) {
    case ir::PacingKind::Event:
      return activation_in_words(program, pacing.activation, false);
    case ir::PacingKind::Global:
      return "every " + period_in_words(pacing.period);
    case ir::PacingKind::Local:
      return "every " + period_in_words(pacing.period) + " since its spawn";
  }
  return {};
}

std::vector<StreamInfo> describe_streams(const Front& front, const ir::Program& program) {
  std::vector<const std::vector<syntax::TagExpr>*> tags;
  for (const syntax::InputDecl& input : front.ast.inputs) {
    tags.push_back(&input.tags);
  }
  for (const syntax::DeclRef& ref : front.ast.order) {
    if (ref.kind == syntax::DeclKind::Output) {
      tags.push_back(&front.ast.outputs[syntax::OutputId(ref.index)].tags);
    }
  }
  std::vector<StreamInfo> streams;
  std::uint32_t num_triggers = 0;
  for (std::uint32_t i = 0; i < program.num_public; ++i) {
    StreamInfo info = describe(program, program.streams[ir::StreamId(i)]);
    if (info.kind == StreamKind::Trigger) {
      info.trigger_index = num_triggers++;
    }
    if (i < tags.size()) {  // nobody wrote the others, which count trials
      info.tags = tags_of(*tags[i]);
      apply_tags(info);
    }
    streams.push_back(std::move(info));
  }
  return streams;
}

InputSchema describe_inputs(const ir::Program& program) {
  std::vector<bool> needed(program.num_inputs, false);
  for (const ir::Dependency& dependency : ir::collect_dependencies(program)) {
    if (dependency.to.index() < program.num_inputs) {
      needed[dependency.to.index()] = true;
    }
  }
  for (const ir::Stream& stream : program.streams) {
    if (stream.spawn) {
      collect_inputs(stream.spawn->pacing.activation, needed);
    }
    for (const ir::EvalClause& eval : stream.evals) {
      collect_inputs(eval.pacing.activation, needed);
    }
    if (stream.close) {
      collect_inputs(stream.close->pacing.activation, needed);
    }
  }
  InputSchema schema;
  for (std::uint32_t i = 0; i < program.num_inputs; ++i) {
    const ir::Stream& stream = program.streams[ir::StreamId(i)];
    schema.inputs.push_back({stream.name, stream.type, needed[i]});
  }
  return schema;
}

}  // namespace fairmon::api
