#include <nlohmann/json.hpp>

#include "diag/render/render.hpp"

namespace fairmon::diag {
namespace {

using Json = nlohmann::ordered_json;

Json place(const SourceFile& file, std::uint32_t offset) {
  const LineColumn at = file.locate(offset);
  return {{"offset", offset}, {"line", at.line}, {"column", at.column}};
}

Json range(const Diagnostics& diagnostics, Span span) {
  const SourceFile& file = file_of(diagnostics, span);
  return {
      {"file", file.name()}, {"begin", place(file, span.begin)}, {"end", place(file, span.end)}};
}

Json fix_json(const Diagnostics& diagnostics, const Fix& fix) {
  Json edits = Json::array();
  for (const Edit& edit : fix.edits) {
    edits.push_back({{"range", range(diagnostics, edit.span)}, {"replacement", edit.replacement}});
  }
  return {{"title", fix.title}, {"safe", fix.safe}, {"edits", std::move(edits)}};
}

Json item_json(const Diagnostics& diagnostics, const Diagnostic& item) {
  Json labels = Json::array();
  for (const Label& label : item.labels) {
    labels.push_back({{"range", range(diagnostics, label.span)},
                      {"text", label.text},
                      {"primary", label.primary}});
  }
  Json fixes = Json::array();
  for (const Fix& fix : item.fixes) {
    fixes.push_back(fix_json(diagnostics, fix));
  }
  return {{"id", item.id},
          {"severity", severity_name(item.severity)},
          {"message", item.message},
          {"range", range(diagnostics, item.primary_span())},
          {"labels", std::move(labels)},
          {"notes", item.notes},
          {"helps", item.helps},
          {"fixes", std::move(fixes)}};
}

}  // namespace

std::string render_json(const Diagnostics& diagnostics) {
  Json all = Json::array();
  for (const Diagnostic& item : diagnostics.all()) {
    all.push_back(item_json(diagnostics, item));
  }
  // Texts may quote bytes that are not UTF-8; those become the replacement character.
  return all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace fairmon::diag
