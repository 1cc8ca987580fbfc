#include "runner/run_both.hpp"

#include <fairmon/spec.hpp>

#include <algorithm>
#include <exception>

#include "api/spec_body.hpp"
#include "ir/program.hpp"
#include "runner/matrix.hpp"

namespace fairmon::runner {
namespace {

constexpr int kNumRows = 24;
constexpr int kStepMs = 250;
constexpr std::int64_t kFastestNs = 20'000'000;

/// A value of a type, different from row to row but the same in every run; empty: absent.
std::string field(const Type& type, std::size_t dice) {
  static const char* const kTexts[] = {"a", "B", "ä b", "2024-05-01", "x1", "", "B"};
  if (dice % 11 == 0) {
    return {};
  }
  const std::string digit = std::to_string(dice % 5);
  switch (type.kind()) {
    case TypeKind::Bool:
      return dice % 3 == 0 ? "false" : "true";
    case TypeKind::Int:
      return dice % 4 == 0 ? "-" + digit : digit;
    case TypeKind::UInt:
      return digit;
    case TypeKind::Float:
    case TypeKind::Fixed:
      return dice % 4 == 0 ? "-" + digit + ".5" : digit + ".25";
    case TypeKind::UFixed:
      return digit + ".5";
    case TypeKind::Prob:
      return dice % 5 == 0 ? "1" : "0." + digit;
    case TypeKind::String:
      return kTexts[dice % std::size(kTexts)];
    case TypeKind::Bytes:
      return dice % 2 == 0 ? "FF00" : "41";
    case TypeKind::Tuple:
      return "()";
    case TypeKind::Unknown:
    case TypeKind::Time:
    case TypeKind::Duration:
    case TypeKind::Optional:
      break;
  }
  return {};
}

std::string made_up_trace(const Spec& spec) {
  std::string text = "time";
  for (const InputSchema::Input& input : spec.input_schema().inputs) {
    text += "," + input.name;
  }
  text += "\n";
  std::size_t dice = spec.source().text().size();
  for (int row = 1; row <= kNumRows; ++row) {
    text += std::to_string(row * kStepMs / 1000) + "." +
            std::to_string(1000 + row * kStepMs % 1000).substr(1);
    for (const InputSchema::Input& input : spec.input_schema().inputs) {
      dice = dice * 1103515245 + 12345;
      text += "," + field(input.type, dice >> 16U);
    }
    text += "\n";
  }
  return text;
}

bool too_fast(const ir::Pacing& pacing) {
  return pacing.kind != ir::PacingKind::Event &&
         pacing.period.numerator / pacing.period.denominator < kFastestNs;
}

bool runs_in_time(const ir::Program& program) {
  return std::none_of(program.streams.begin(), program.streams.end(), [](const ir::Stream& one) {
    return (one.spawn && too_fast(one.spawn->pacing)) ||
           (one.close && too_fast(one.close->pacing)) ||
           std::any_of(one.evals.begin(), one.evals.end(),
                       [](const ir::EvalClause& eval) { return too_fast(eval.pacing); });
  });
}

std::optional<std::string> compare(const std::string& text) {
  CompileOptions plain_options;
  plain_options.optimise = false;
  const Compiled plain = compile(SourceFile("spec.lola", text), plain_options);
  const Compiled optimised = compile(SourceFile("spec.lola", text));
  if (plain.spec.has_value() != optimised.spec.has_value()) {
    return "compiles only with or without passes";
  }
  if (plain.spec.has_value() == plain.diagnostics.has_errors()) {
    return "neither a specification nor an error, or both";
  }
  if (!plain.spec || !runs_in_time(*plain.spec->body().program)) {
    return std::nullopt;
  }
  const std::string trace = made_up_trace(*plain.spec);
  CaseOptions options;
  options.lifecycle = true;
  options.report_errors = true;
  const auto run = [&](const Spec& spec, const Configuration& configuration) {
    auto lines = run_trace(spec, trace, options, configuration);
    if (!lines) {
      return std::vector<std::string>{"refused: " + lines.error()};
    }
    std::sort(lines->begin(), lines->end());  // instances have no order
    return *lines;
  };
  const auto expected = run(*plain.spec, {EngineKind::Reference, false, 1024});
  for (const Configuration& other :
       {Configuration{EngineKind::Fast, true, 1024}, Configuration{EngineKind::Fast, false, 1}}) {
    const auto actual = run(other.passes ? *optimised.spec : *plain.spec, other);
    const auto [x, y] =
        std::mismatch(expected.begin(), expected.end(), actual.begin(), actual.end());
    if (x != expected.end() || y != actual.end()) {
      return other.to_string() + ": expected " + (x == expected.end() ? "nothing" : *x) + ", got " +
             (y == actual.end() ? "nothing" : *y);
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> run_both(const std::string& text) try {
  return compare(text);
} catch (const std::exception& problem) {
  return problem.what();
}

}  // namespace fairmon::runner
