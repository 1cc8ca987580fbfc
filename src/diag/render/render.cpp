#include "diag/render/render.hpp"

namespace fairmon {

std::string render(const Diagnostics& diagnostics, const RenderOptions& options) {
  switch (options.format) {
    case DiagnosticFormat::Snippet:
      return diag::render_snippets(diagnostics, options.colour);
    case DiagnosticFormat::Concise:
      return diag::render_concise(diagnostics);
    case DiagnosticFormat::Json:
      return diag::render_json(diagnostics);
  }
  return {};
}

namespace diag {

std::string_view severity_name(Severity severity) {
  switch (severity) {
    case Severity::Error:
      return "error";
    case Severity::Warning:
      return "warning";
    case Severity::Information:
      return "information";
  }
  return {};
}

const SourceFile& file_of(const Diagnostics& diagnostics, Span span) {
  static const SourceFile kNone;
  const auto files = diagnostics.files();
  return span.file < files.size() ? files[span.file] : kNone;
}

}  // namespace diag
}  // namespace fairmon
