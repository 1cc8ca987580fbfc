#include <fairmon/tooling.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>

#include "capi/spec_object.hpp"

namespace fairmon::capi {

namespace {

using Json = nlohmann::ordered_json;

std::string dumped(const Json& json) {
  // Texts may quote bytes that are not UTF-8; those become the replacement character.
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json tags_json(std::span<const Tag> tags) {
  Json all = Json::object();
  for (const Tag& tag : tags) {
    all[tag.key] = tag.value ? Json(*tag.value) : Json();
  }
  return all;
}

std::string_view kind_word(StreamKind kind) {
  switch (kind) {
    case StreamKind::Input:
      return "input";
    case StreamKind::Output:
      return "output";
    case StreamKind::Trigger:
      return "trigger";
  }
  return {};
}

std::string_view tells_word(StreamInfo::Tells tells) {
  switch (tells) {
    case StreamInfo::Tells::Nothing:
      return "";
    case StreamInfo::Tells::Trials:
      return "trials";
    case StreamInfo::Tells::Hits:
      return "hits";
    case StreamInfo::Tells::Lower:
      return "lower";
    case StreamInfo::Tells::Upper:
      return "upper";
    case StreamInfo::Tells::State:
      return "state";
    case StreamInfo::Tells::Judgement:
      return "judgement";
    case StreamInfo::Tells::Needed:
      return "needed";
    case StreamInfo::Tells::Stretch:
      return "stretch";
  }
  return {};
}

Json names_json(const Spec& spec, const std::vector<std::uint32_t>& streams) {
  Json names = Json::array();
  for (const std::uint32_t stream : streams) {
    names.push_back(spec.streams()[stream].name);
  }
  return names;
}

Json stream_json(const Spec& spec, const StreamInfo& stream) {
  Json parameters = Json::array();
  for (const StreamInfo::Parameter& parameter : stream.parameters) {
    parameters.push_back({parameter.name, parameter.type.to_string()});
  }
  const bool told = stream.tells != StreamInfo::Tells::Nothing;
  return {{"name", stream.name},
          {"kind", kind_word(stream.kind)},
          {"type", stream.type.to_string()},
          {"parameters", std::move(parameters)},
          {"pacing", stream.pacing},
          {"period_ns", stream.period ? Json(stream.period->ns) : Json()},
          {"message", stream.message},
          {"title", stream.title},
          {"public", stream.verbosity <= Verbosity::Public},
          {"tags", tags_json(stream.tags)},
          {"line", stream.span.file == 0 ? spec.source().locate(stream.span.begin).line : 0},
          {"tells", tells_word(stream.tells)},
          {"tells_of", told ? spec.streams()[stream.tells_of].name : ""},
          {"speaks_of", names_json(spec, stream.speaks_of)},
          {"level", stream.level ? Json(*stream.level) : Json()}};
}

Json inputs_json(const Spec& spec) {
  Json inputs = Json::array();
  for (const InputSchema::Input& input : spec.input_schema().inputs) {
    inputs.push_back({{"name", input.name},
                      {"type", input.type.to_string()},
                      {"needed", input.needed},
                      {"column", input.field.empty() ? input.name : input.field},
                      {"missing", input.missing}});
  }
  return inputs;
}

}  // namespace

std::string describe(const Spec& spec) {
  Json streams = Json::array();
  const SpecAnalysis analysis = analyze(spec);
  for (const StreamInfo& stream : spec.streams()) {
    streams.push_back(stream_json(spec, stream));
    const auto found =
        std::find_if(analysis.streams.begin(), analysis.streams.end(),
                     [&](const StreamAnalysis& one) { return one.name == stream.name; });
    streams.back()["reads"] = found == analysis.streams.end() ? Json::array() : Json(found->reads);
  }
  Json panels = Json::array();
  for (const PanelInfo& panel : spec.panels()) {
    panels.push_back({{"id", panel.id},
                      {"title", panel.title},
                      {"unit", panel.unit},
                      {"streams", names_json(spec, panel.streams)},
                      {"triggers", names_json(spec, panel.triggers)},
                      {"thresholds", panel.thresholds}});
  }
  const InputSchema::Reading& reading = spec.input_schema().reading;
  return dumped({{"digest", spec.digest()},
                 {"streams", std::move(streams)},
                 {"inputs", inputs_json(spec)},
                 {"panels", std::move(panels)},
                 {"tags", tags_json(spec.tags())},
                 {"time_column", reading.time_field},
                 {"time_format", reading.time_format},
                 {"interval_ms", reading.interval_ms}});
}

std::string diagnostics_json(const Diagnostics& diagnostics) {
  Json all = Json::parse(render(diagnostics, {DiagnosticFormat::Json, false}));
  const auto items = diagnostics.all();
  for (std::size_t i = 0; i < items.size(); ++i) {
    Diagnostics alone;
    for (const SourceFile& file : diagnostics.files()) {
      alone.add_file(file);
    }
    alone.add(items[i]);
    all[i]["rendered"] = render(alone);
    for (std::size_t fix = 0; fix < items[i].fixes.size(); ++fix) {
      const auto text = apply_edits(diagnostics.files().front().text(), items[i].fixes[fix].edits);
      all[i]["fixes"][fix]["text"] = text ? Json(*text) : Json();
    }
  }
  return dumped({{"items", std::move(all)},
                 {"errors", diagnostics.count(Severity::Error)},
                 {"rendered", render(diagnostics)},
                 {"coloured", render(diagnostics, {DiagnosticFormat::Snippet, true})}});
}

}  // namespace fairmon::capi
