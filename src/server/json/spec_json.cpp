#include "server/json/spec_json.hpp"

#include <nlohmann/json.hpp>

namespace fairmon::server {

using nlohmann::json;

namespace {

std::string_view severity_name(Severity severity) {
  switch (severity) {
    case Severity::Error:
      return "error";
    case Severity::Warning:
      return "warning";
    case Severity::Information:
      return "info";
  }
  return "error";
}

std::string_view kind_name(StreamKind kind) {
  switch (kind) {
    case StreamKind::Input:
      return "input";
    case StreamKind::Output:
      return "output";
    case StreamKind::Trigger:
      return "trigger";
  }
  return "output";
}

json place_to_json(Span span, const Utf16Map& map) {
  return {{"from", map.to_utf16(span.begin)}, {"to", map.to_utf16(span.end)}};
}

json diagnostic_to_json(const Diagnostic& diagnostic, const SourceFile& source,
                        const Utf16Map& map) {
  json labels = json::array();
  for (const Label& label : diagnostic.labels) {
    // Places inside a metric's template have no place in the editor.
    if (label.span.file != 0) {
      continue;
    }
    json item = place_to_json(label.span, map);
    item["text"] = label.text;
    item["primary"] = label.primary;
    labels.push_back(std::move(item));
  }
  json fixes = json::array();
  for (const Fix& fix : diagnostic.fixes) {
    json edits = json::array();
    for (const Edit& edit : fix.edits) {
      edits.push_back(edit_to_json(edit, map));
    }
    fixes.push_back({{"title", fix.title}, {"safe", fix.safe}, {"edits", edits}});
  }
  const Span span = diagnostic.primary_span();
  const LineColumn place = source.locate(span.file == 0 ? span.begin : 0);
  json item = place_to_json(span.file == 0 ? span : Span{}, map);
  item.update({{"id", diagnostic.id},
               {"severity", severity_name(diagnostic.severity)},
               {"message", diagnostic.message},
               {"line", place.line},
               {"column", place.column},
               {"labels", labels},
               {"notes", diagnostic.notes},
               {"helps", diagnostic.helps},
               {"fixes", fixes}});
  return item;
}

json stream_to_json(const StreamInfo& stream, const Utf16Map& map) {
  json tags = json::array();
  for (const Tag& tag : stream.tags) {
    json item = place_to_json(tag.span, map);
    item["key"] = tag.key;
    item["value"] = tag.value ? json(*tag.value) : json();
    tags.push_back(std::move(item));
  }
  json parameters = json::array();
  for (const StreamInfo::Parameter& parameter : stream.parameters) {
    parameters.push_back({{"name", parameter.name}, {"type", parameter.type.to_string()}});
  }
  json item = place_to_json(stream.span, map);
  item.update({{"name", stream.name},
               {"kind", kind_name(stream.kind)},
               {"type", stream.type.to_string()},
               {"pacing", stream.pacing},
               {"message", stream.message},
               {"parameters", parameters},
               {"tags", tags}});
  return item;
}

json spec_to_json(const Spec& spec, const Utf16Map& map) {
  json streams = json::array();
  for (const StreamInfo& stream : spec.streams()) {
    streams.push_back(stream_to_json(stream, map));
  }
  json panels = json::array();
  for (const PanelInfo& panel : spec.panels()) {
    panels.push_back({{"id", panel.id},
                      {"title", panel.title},
                      {"unit", panel.unit},
                      {"streams", panel.streams},
                      {"triggers", panel.triggers},
                      {"thresholds", panel.thresholds}});
  }
  json inputs = json::array();
  for (const InputSchema::Input& input : spec.input_schema().inputs) {
    inputs.push_back(
        {{"name", input.name}, {"type", input.type.to_string()}, {"needed", input.needed}});
  }
  return {{"streams", streams}, {"panels", panels}, {"inputs", inputs}};
}

}  // namespace

json edit_to_json(const Edit& edit, const Utf16Map& map) {
  json item = place_to_json(edit.span, map);
  item["insert"] = edit.replacement;
  return item;
}

json compiled_to_json(const Compiled& compiled, const Utf16Map& map) {
  json diagnostics = json::array();
  const SourceFile source =
      compiled.diagnostics.files().empty() ? SourceFile() : compiled.diagnostics.files().front();
  for (const Diagnostic& diagnostic : compiled.diagnostics.all()) {
    diagnostics.push_back(diagnostic_to_json(diagnostic, source, map));
  }
  json answer = {{"ok", compiled.spec.has_value()}, {"diagnostics", diagnostics}};
  answer["spec"] = compiled.spec ? spec_to_json(*compiled.spec, map) : json();
  return answer;
}

}  // namespace fairmon::server
