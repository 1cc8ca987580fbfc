#include "cli/spec_file.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <vector>

#include "cli/report.hpp"
#include "support/nearest.hpp"

namespace fairmon::cli {

namespace {

Error not_there(const std::string& file) {
  std::string message = "there is no specification `" + file + "`";
  const std::filesystem::path folder = std::filesystem::path(file).parent_path();
  std::vector<std::string> names;
  std::error_code code;
  for (const auto& entry :
       std::filesystem::directory_iterator(folder.empty() ? "." : folder, code)) {
    names.push_back((folder / entry.path().filename()).string());
  }
  if (const auto near = support::nearest(file, names)) {
    message += "; did you mean `" + *near + "`?";
  } else {
    message += "; check the path";
  }
  return {ErrorCode::Usage, std::move(message)};
}

}  // namespace

Result<SourceFile> load_specification(const std::string& file) {
  std::ostringstream text;
  if (file == "-") {
    text << std::cin.rdbuf();
    return SourceFile("standard input", std::move(text).str());
  }
  std::error_code code;
  if (std::filesystem::is_directory(file, code)) {
    return Error(ErrorCode::Usage, "`" + file + "` is a folder; name a specification in it");
  }
  std::ifstream stream(file, std::ios::binary);
  if (!stream) {
    if (errno == ENOENT) {
      return not_there(file);
    }
    return Error(ErrorCode::Usage, "cannot open `" + file + "`: " + std::strerror(errno));
  }
  text << stream.rdbuf();
  return SourceFile(file, std::move(text).str());
}

DiagnosticFormat diagnostic_format(const std::string& name) {
  if (name == "json") {
    return DiagnosticFormat::Json;
  }
  return name == "concise" ? DiagnosticFormat::Concise : DiagnosticFormat::Snippet;
}

Result<Spec> compile_and_report(const SourceFile& source, const std::string& format, bool notes) {
  Compiled compiled = compile(source);
  Diagnostics shown;
  for (const SourceFile& file : compiled.diagnostics.files()) {
    shown.add_file(file);
  }
  for (const Diagnostic& diagnostic : compiled.diagnostics.all()) {
    if (notes || diagnostic.severity != Severity::Information) {
      shown.add(diagnostic);
    }
  }
  if (!shown.all().empty()) {
    print_error(render(shown, {diagnostic_format(format), colour_wanted()}));
  }
  if (!compiled.spec) {
    return Error(ErrorCode::Specification, "the specification does not compile");
  }
  return *compiled.spec;
}

}  // namespace fairmon::cli
