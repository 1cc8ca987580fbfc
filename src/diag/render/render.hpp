#pragma once

#include <fairmon/diagnostic.hpp>

#include <string>

namespace fairmon::diag {

[[nodiscard]] std::string render_snippets(const Diagnostics& diagnostics, bool colour);
[[nodiscard]] std::string render_concise(const Diagnostics& diagnostics);
[[nodiscard]] std::string render_json(const Diagnostics& diagnostics);

[[nodiscard]] std::string_view severity_name(Severity severity);
/// The file a span lies in; an empty one if the number is unknown.
[[nodiscard]] const SourceFile& file_of(const Diagnostics& diagnostics, Span span);

}  // namespace fairmon::diag
