#include "runner/check_case.hpp"

#include <fairmon/fairmon.hpp>

#include <exception>
#include <optional>
#include <utility>

#include "runner/diff.hpp"
#include "runner/expectations.hpp"

namespace fairmon::runner {
namespace {

std::string join(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) {
    text.append(line).push_back('\n');
  }
  return text;
}

/// `name: Type @ pacing` of every stream.
std::string types_text(const Spec& spec) {
  std::string text;
  for (const StreamInfo& stream : spec.streams()) {
    text += stream.name + ": " + stream.type.to_string();
    text += stream.kind == StreamKind::Input ? "\n" : " @ " + stream.pacing + "\n";
  }
  return text;
}

/// Collects complaints and updates while the parts of a case are looked at.
class Checker {
 public:
  Checker(const Case& item, CaseOptions options, const std::vector<Configuration>& matrix)
      : item_(item),
        options_(std::move(options)),
        matrix_(matrix),
        source_("spec.lola", item.find("rtlola")->text) {}

  Outcome check() {
    const Compiled plain = compile_with(false);
    check_diagnostics(plain);
    if (plain.spec) {
      compare("types", [&] { return types_text(*plain.spec); });
      check_verdicts(*plain.spec);
    } else if (item_.find("verdicts") != nullptr && outcome_.report.empty()) {
      complain("it does not compile, so there are no verdicts\n");
    }
    compare("ir", [&] { return dump_stage(source_, "ir").value_or("no program\n"); });
    compare("formatted", [&] { return format_specification(source_).value_or("no tree\n"); });
    compare("expanded", [&] { return expand_specification(source_).value_or("no tree\n"); });
    return std::move(outcome_);
  }

 private:
  [[nodiscard]] Compiled compile_with(bool passes) const {
    CompileOptions options;
    options.optimise = passes;
    return compile(source_, options);
  }

  void complain(const std::string& text) {
    outcome_.kind = Outcome::Kind::Failed;
    outcome_.report += text;
  }

  void check_diagnostics(const Compiled& compiled) {
    const bool block = item_.find("diagnostics") != nullptr;
    const std::string trouble =
        check_expectations(find_expectations(source_.text()), compiled.diagnostics, block);
    if (!trouble.empty()) {
      complain(trouble);
    }
    if (!compiled.spec && !compiled.diagnostics.has_errors()) {
      complain("    there is no specification and no error\n");
    }
    compare("diagnostics", [&] { return render(compiled.diagnostics); });
  }

  /// Compares a block, if the case has it, with what `make` gives.
  template <class Make>
  void compare(std::string_view kind, const Make& make) {
    const Block* const block = item_.find(kind);
    if (block != nullptr) {
      compare_lines(*block, split_lines(make()), std::string(kind));
    }
  }

  bool compare_lines(const Block& block, const std::vector<std::string>& actual,
                     const std::string& heading) {
    const std::vector<std::string> expected = split_lines(block.text);
    if (same_lines(expected, actual, options_.tolerance)) {
      return true;
    }
    complain("    " + heading + ":\n" + diff(expected, actual, options_.tolerance));
    outcome_.updates.push_back({&block, join(actual)});
    return false;
  }

  void check_verdicts(const Spec& plain) {
    const Block* const trace = item_.find("trace");
    const Block* const verdicts = item_.find("verdicts");
    if (trace == nullptr || verdicts == nullptr) {
      return;
    }
    const Compiled optimised = compile_with(true);
    if (!optimised.spec) {
      complain("    it compiles without passes but not with them\n");
      return;
    }
    for (const Configuration& configuration : matrix_) {
      const Spec& spec = configuration.passes ? *optimised.spec : plain;
      const auto lines = run_trace(spec, trace->text, options_, configuration);
      if (!lines) {
        complain("    " + configuration.to_string() + ": " + lines.error() + "\n");
        return;
      }
      // The first difference says it all; the others would mostly repeat it.
      if (!compare_lines(*verdicts, *lines, configuration.to_string())) {
        return;
      }
    }
  }

  const Case& item_;
  CaseOptions options_;
  const std::vector<Configuration>& matrix_;
  SourceFile source_;
  Outcome outcome_;
};

}  // namespace

Outcome check_case(const Case& item, const std::vector<Configuration>& matrix) {
  const Block* const block = item.find("options");
  auto options = parse_options(block == nullptr ? std::string_view() : block->text);
  if (!options) {
    return {Outcome::Kind::Failed, "    " + options.error() + "\n", {}};
  }
  if (!options->skip.empty()) {
    return {Outcome::Kind::Skipped, options->skip, {}};
  }
  try {
    return Checker(item, *std::move(options), matrix).check();
  } catch (const std::exception& error) {
    return {Outcome::Kind::Failed, std::string("    exception: ") + error.what() + "\n", {}};
  }
}

}  // namespace fairmon::runner
