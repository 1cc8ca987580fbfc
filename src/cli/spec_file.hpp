#pragma once

#include <fairmon/result.hpp>
#include <fairmon/source.hpp>
#include <fairmon/spec.hpp>

#include <optional>
#include <string>

#include "cli/command.hpp"

namespace fairmon::cli {

class Arguments;

/// Reads a specification; `-` is standard input, and where there is no such file the name of an
/// audit (`fairmon audits`) will do. A file that is not there is named, with the nearest one that
/// is.
[[nodiscard]] Result<SourceFile> load_specification(const std::string& file);

/// Compiles, prints the diagnostics to standard error, and gives the specification if there are no
/// errors among them. `notes`: informational ones are printed too; `level`: see
/// CompileOptions.
[[nodiscard]] Result<Spec> compile_and_report(const SourceFile& source, const std::string& format,
                                              bool notes, std::optional<double> level = {});

/// `--level 0.95`, for all statements without a level of their own.
[[nodiscard]] Flag level_flag();
/// Its value, if it is given; a number strictly between 0 and 1.
[[nodiscard]] Result<std::optional<double>> level_of(const Arguments& arguments);

/// snippet, concise or json
[[nodiscard]] DiagnosticFormat diagnostic_format(const std::string& name);

}  // namespace fairmon::cli
