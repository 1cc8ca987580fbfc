#include "api/describe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "ir/dependencies.hpp"
#include "support/civil_time.hpp"
#include "support/text.hpp"

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

/// The part of a formatted message before the first value in it.
std::string common_part(std::string_view text) {
  text = text.substr(0, text.find("{{"));
  const std::size_t end = text.find_last_not_of(" :,;(");
  return std::string(text.substr(0, end == std::string_view::npos ? 0 : end + 1));
}

std::string title_of(const ir::Program& program, const ir::Stream& stream) {
  for (const ir::EvalClause& eval : stream.evals) {
    const ir::Expr& message = program.exprs[eval.with];
    if (message.kind == ir::ExprKind::Constant) {
      return message.constant.as<std::string>();
    }
    if (message.kind == ir::ExprKind::Apply && message.function->name == "format") {
      return common_part(program.exprs[message.operands.front()].constant.as<std::string>());
    }
  }
  return {};
}

/// A stream that was added to tell of another says so by the end of its name.
StreamInfo::Tells told_by(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, StreamInfo::Tells>, 8> kEnds = {{
      {"size", StreamInfo::Tells::Trials},
      {"hits", StreamInfo::Tells::Hits},
      {"lower", StreamInfo::Tells::Lower},
      {"upper", StreamInfo::Tells::Upper},
      {"state", StreamInfo::Tells::State},
      {"judgement", StreamInfo::Tells::Judgement},
      {"needed", StreamInfo::Tells::Needed},
      {"stretch", StreamInfo::Tells::Stretch},
  }};
  const std::string_view what = name.substr(name.rfind('.') + 1);
  for (const auto& [end, tells] : kEnds) {
    if (end == what) {
      return tells;
    }
  }
  return StreamInfo::Tells::Nothing;
}

StreamInfo describe(const ir::Program& program, const ir::Stream& stream) {
  StreamInfo info;
  info.closes = stream.close.has_value();
  if (!stream.evals.empty() && stream.evals.front().pacing.kind != ir::PacingKind::Event) {
    const ir::Period& period = stream.evals.front().pacing.period;
    info.period = Duration{period.numerator / period.denominator};
  }
  if (stream.origin.valid()) {
    info.tells = told_by(stream.name);
    info.tells_of = stream.origin.value;
    info.verbosity = Verbosity::Debug;
  }
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
    info.title = title_of(program, stream);
  } else if (stream.kind == ir::StreamKind::Input) {
    info.kind = StreamKind::Input;
    info.verbosity = Verbosity::Streams;
  }
  return info;
}

/// The outputs with trials that a trigger reads, directly or not.
std::vector<std::uint32_t> outputs_behind(const ir::Program& program, std::uint32_t trigger,
                                          const std::vector<std::vector<ir::StreamId>>& reads,
                                          const std::vector<bool>& has_trials) {
  std::vector<bool> seen(program.streams.size(), false);
  std::vector<std::uint32_t> open = {trigger};
  std::vector<std::uint32_t> found;
  seen[trigger] = true;
  const auto enter = [&](ir::StreamId stream) {
    if (!seen[stream.index()]) {
      seen[stream.index()] = true;
      open.push_back(stream.value);
    }
  };
  while (!open.empty()) {
    const std::uint32_t id = open.back();
    open.pop_back();
    std::ranges::for_each(reads[id], enter);
    // Counters speak of the output they belong to.
    const ir::StreamId origin = program.streams[ir::StreamId(id)].origin;
    if (origin.valid() && origin.index() < has_trials.size() && has_trials[origin.index()]) {
      enter(origin);
    }
    if (id < has_trials.size() && has_trials[id]) {
      found.push_back(id);
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// How sure bands and statements are, and what the triggers speak of.
void describe_evidence(const Front& front, const ir::Program& program,
                       std::vector<StreamInfo>& streams) {
  std::vector<bool> has_trials(streams.size(), false);
  std::vector<bool> has_band(streams.size(), false);
  bool findings = false;
  for (const StreamInfo& info : streams) {
    findings = findings || info.tells != StreamInfo::Tells::Nothing;
    if (info.tells == StreamInfo::Tells::Trials) {
      has_trials[info.tells_of] = true;
    } else if (info.tells == StreamInfo::Tells::Lower) {
      has_band[info.tells_of] = true;
    }
  }
  if (!findings) {
    return;
  }
  std::vector<std::vector<ir::StreamId>> reads(program.streams.size());
  for (const ir::Dependency& dependency : ir::collect_dependencies(program)) {
    reads[dependency.from.index()].push_back(dependency.to);
  }
  std::uint32_t index = program.num_inputs;
  for (const syntax::DeclRef& ref : front.ast.order) {
    if (ref.kind != syntax::DeclKind::Output) {
      continue;
    }
    const sema::OutputFacts& facts = front.analysis.outputs[syntax::OutputId(ref.index)];
    StreamInfo& info = streams[index];
    if (info.kind == StreamKind::Trigger) {
      info.speaks_of = outputs_behind(program, index, reads, has_trials);
    }
    if (has_band[index]) {
      info.level = 1.0 - *facts.band_error;
    } else if (facts.statement.valid()) {
      const auto construct = front.analysis.exprs[facts.statement].construct;
      info.level = 1.0 - front.analysis.constructs[static_cast<std::size_t>(construct)].error;
    }
    ++index;
  }
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
    if (i < tags.size()) {  // nobody wrote the others
      info.tags = tags_of(*tags[i]);
      apply_tags(info);
    }
    streams.push_back(std::move(info));
  }
  describe_evidence(front, program, streams);
  return streams;
}

std::vector<Tag> global_tags(const Front& front) { return tags_of(front.ast.global_tags); }

namespace {

std::vector<std::string> words_in(std::string_view list) {
  std::vector<std::string> words;
  while (!list.empty()) {
    const std::size_t comma = list.find(',');
    words.emplace_back(support::trimmed(list.substr(0, comma)));
    list = comma == std::string_view::npos ? std::string_view() : list.substr(comma + 1);
  }
  return words;
}

void apply_input_tags(const syntax::InputDecl& input, InputSchema& schema, std::size_t index) {
  InputSchema::Input& described = schema.inputs[index];
  for (const syntax::TagExpr& tag : input.tags) {
    if (tag.key.text == "column" && tag.value) {
      described.field = *tag.value;
    } else if (tag.key.text == "missing" && tag.value) {
      described.missing = words_in(*tag.value);
    }
  }
  for (const syntax::TagExpr& tag : input.tags) {
    if (tag.key.text == "time") {
      schema.reading.time_field = described.field.empty() ? described.name : described.field;
      schema.reading.time_format = tag.value.value_or("");
    }
  }
}

void apply_file_tags(const std::vector<syntax::TagExpr>& tags, InputSchema::Reading& reading) {
  for (const syntax::TagExpr& tag : tags) {
    const std::string value = tag.value.value_or("");
    if (tag.key.text == "columns") {
      reading.columns = value;
    } else if (tag.key.text == "delimiter") {
      reading.delimiter = value;
    } else if (tag.key.text == "quote") {
      reading.quote = value;
    } else if (tag.key.text == "missing") {
      reading.missing = words_in(value);
    } else if (tag.key.text == "input_delay") {
      reading.interval_ms = value;
    } else if (const auto start = support::parse_rfc3339(value);
               tag.key.text == "start_time" && start) {
      reading.start_time = Timestamp{*start};
    }
  }
}

}  // namespace

InputSchema describe_inputs(const Front& front, const ir::Program& program) {
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
    apply_input_tags(front.ast.inputs[syntax::InputId(i)], schema, i);
  }
  apply_file_tags(front.ast.global_tags, schema.reading);
  return schema;
}

}  // namespace fairmon::api
