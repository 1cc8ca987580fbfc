#pragma once

#include <fairmon/result.hpp>
#include <fairmon/source.hpp>
#include <fairmon/spec.hpp>

#include <string>

namespace fairmon::cli {

/// Reads a specification; `-` is standard input. A file that is not there is named, with the
/// nearest one that is.
[[nodiscard]] Result<SourceFile> load_specification(const std::string& file);

/// Compiles, prints the diagnostics to standard error, and gives the specification if there are no
/// errors among them. `notes`: informational ones are printed too.
[[nodiscard]] Result<Spec> compile_and_report(const SourceFile& source, const std::string& format,
                                              bool notes);

/// snippet, concise or json
[[nodiscard]] DiagnosticFormat diagnostic_format(const std::string& name);

}  // namespace fairmon::cli
