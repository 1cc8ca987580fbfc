#include "cli/spec_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/report.hpp"
#include "report/audits/audits.hpp"
#include "support/caught.hpp"
#include "support/folder.hpp"
#include "support/limits.hpp"
#include "support/nearest.hpp"

namespace fairmon::cli {

namespace {

Error not_there(const std::string& file) {
  std::string message = "there is no specification `" + file + "`";
  const std::filesystem::path folder = std::filesystem::path(file).parent_path();
  std::vector<std::string> names;
  std::error_code code;
  for (const std::string& name :
       support::names_in_folder(folder.empty() ? "." : folder.string(), code)) {
    names.push_back((folder / name).string());
  }
  for (const report::Audit& audit : report::audits()) {
    if (audit.name.starts_with(file + "/")) {
      return {ErrorCode::Usage, "there are several audits `" + file + "`, such as `" + audit.name +
                                    "`; `fairmon audits` lists them"};
    }
    names.push_back(audit.name);
  }
  if (const auto near = support::nearest(file, names)) {
    message += "; did you mean `" + *near + "`?";
  } else {
    message += "; check the path";
  }
  return {ErrorCode::Usage, std::move(message)};
}

/// Not by a stream: those take an error for the end, and half a specification may be one too.
Result<SourceFile> read_specification(const std::string& name, int descriptor) {
  std::string text;
  std::array<char, 1 << 14> block{};
  while (true) {
    const ssize_t count = ::read(descriptor, block.data(), block.size());
    if (count < 0 && errno == EINTR) {
      continue;
    }
    if (count < 0) {
      return Error(ErrorCode::Input, "cannot read `" + name + "`: " + std::strerror(errno));
    }
    if (count == 0) {
      return SourceFile(name, std::move(text));
    }
    text.append(block.data(), static_cast<std::size_t>(count));
    if (text.size() > limits::kSpecificationFile) {
      return Error(ErrorCode::Usage,
                   "`" + name + "` is larger than the " +
                       std::to_string(limits::kSpecificationFile / limits::kMebi) +
                       " MiB that a specification may have; is it the data?");
    }
  }
}

}  // namespace

Result<SourceFile> load_specification(const std::string& file) {
  if (file == "-") {
    return read_specification("standard input", STDIN_FILENO);
  }
  const report::Audit* audit = report::find_audit(file);
  std::error_code code;
  if (audit != nullptr && !std::filesystem::is_regular_file(file, code)) {
    return SourceFile(audit->name, std::string(audit->specification));
  }
  if (std::filesystem::is_directory(file, code)) {
    return Error(ErrorCode::Usage, "`" + file + "` is a folder; name a specification in it");
  }
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    return errno == ENOENT
               ? not_there(file)
               : Error(ErrorCode::Usage, "cannot open `" + file + "`: " + std::strerror(errno));
  }
  auto source = support::guarded([&] { return read_specification(file, descriptor); });
  ::close(descriptor);
  return source;
}

Flag level_flag() {
  return make_flag("level", "LEVEL",
                   "how sure `certain` and its kin must be where they do not say so, all of them "
                   "together: 0.95 is wrong once in twenty times at most");
}

Result<std::optional<double>> level_of(const Arguments& arguments) {
  if (!arguments.has("level")) {
    return std::optional<double>();
  }
  const std::string text = arguments.text("level");
  double level = 0.0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), level);
  if (failed != std::errc() || end != text.data() + text.size() || !(level > 0.0 && level < 1.0)) {
    return Error(ErrorCode::Usage,
                 "--level is `" + text + "`; expected a number between 0 and 1, such as 0.95");
  }
  return std::optional<double>(level);
}

DiagnosticFormat diagnostic_format(const std::string& name) {
  if (name == "json") {
    return DiagnosticFormat::Json;
  }
  return name == "concise" ? DiagnosticFormat::Concise : DiagnosticFormat::Snippet;
}

Result<Spec> compile_and_report(const SourceFile& source, const std::string& format, bool notes,
                                std::optional<double> level) {
  CompileOptions options;
  options.level = level;
  Compiled compiled = compile(source, options);
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
