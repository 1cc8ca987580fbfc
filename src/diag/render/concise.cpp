#include "diag/render/render.hpp"
#include "support/printable.hpp"

namespace fairmon::diag {

// One line each, as compilers write them, so that editors and build servers find the place.
std::string render_concise(const Diagnostics& diagnostics) {
  std::string out;
  for (const Diagnostic& item : diagnostics.all()) {
    const Span place = item.primary_span();
    const SourceFile& file = file_of(diagnostics, place);
    const LineColumn at = file.locate(place.begin);
    out += support::printable(file.name()) + ":" + std::to_string(at.line) + ":" +
           std::to_string(at.column) + ": ";
    out += severity_name(item.severity);
    out += "[" + item.id + "]: " + support::printable(item.message) + "\n";
  }
  return out;
}

}  // namespace fairmon::diag
