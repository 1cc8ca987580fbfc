#pragma once

#include <fairmon/diagnostic.hpp>
#include <fairmon/filter.hpp>
#include <fairmon/result.hpp>
#include <fairmon/source.hpp>
#include <fairmon/spec.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fairmon {

/// The specification in house style. Comments are kept; formatting twice changes nothing. Nothing
/// if the text has syntax errors.
[[nodiscard]] std::optional<std::string> format_specification(const SourceFile& source);

/// The specification with every `use` of a metric replaced by the streams it stands for.
[[nodiscard]] std::optional<std::string> expand_specification(const SourceFile& source);

/// A window in a specification, such as `over: 30d`, and what became of it.
struct ScaledWindow {
  std::vector<std::string> streams;  ///< that hold it
  std::string length;                ///< as written
  std::string scaled;
};
struct ScaledWindows {
  std::string text;  ///< the whole specification, metrics written out
  std::vector<ScaledWindow> windows;
};
/// The specification with windows `times` as long: those over time, and those over a number of
/// events, of which at least one is left. Nothing if the text has errors.
[[nodiscard]] std::optional<ScaledWindows> scale_windows(const SourceFile& source, double times);

/// What an editor shows for the thing at a byte offset, as Markdown.
struct Hover {
  Span span;
  std::string markdown;
};
[[nodiscard]] std::optional<Hover> hover(const SourceFile& source, std::uint32_t offset);

struct Completion {
  std::string label;
  std::string kind;  ///< stream, parameter, function, method, keyword, type, unit, tag, snippet
  std::string detail;
  std::string insert;
  std::string documentation;
};
struct Completions {
  Span replace;
  std::vector<Completion> items;
};
[[nodiscard]] Completions complete(const SourceFile& source, std::uint32_t offset);

[[nodiscard]] std::optional<Span> definition(const SourceFile& source, std::uint32_t offset);
/// Edits that rename the stream, constant or parameter at an offset everywhere.
[[nodiscard]] Result<std::vector<Edit>> rename(const SourceFile& source, std::uint32_t offset,
                                               std::string_view new_name);

/// One row of `fairmon analyze`.
struct StreamAnalysis {
  std::string name;
  std::string kind;
  std::string type;
  std::string pacing;
  std::uint32_t layer = 0;
  std::uint64_t bytes_per_instance = 0;
  /// What grows with the input, and why; empty if the state is bounded.
  std::string growth;
  /// What makes it slow, and why; each a sentence of its own.
  std::vector<std::string> slow;
  std::vector<std::string> reads;
};
/// How the error that a statement (`certain`, `lower`, …) may make is split.
struct ErrorBudget {
  std::uint32_t line = 0;         ///< of the specification
  double error = 0.0;             ///< 1 − level, or its part of a common level
  std::uint32_t rates = 0;        ///< rates with bounds of their own
  std::uint32_t comparisons = 0;  ///< of two rates, or of all instances of one, bounded together
  double each = 0.0;              ///< what a rate or comparison gets
  std::string instances;          ///< how instances share that, in words; empty if there are none
  std::string time;               ///< likewise windows
};
struct SpecAnalysis {
  std::vector<StreamAnalysis> streams;
  std::vector<ErrorBudget> budgets;
  DerivedFilter filter;  ///< which events sources may leave out, and who keeps them from more
};
[[nodiscard]] SpecAnalysis analyze(const Spec& spec);
[[nodiscard]] std::string analysis_json(const SpecAnalysis& analysis);
[[nodiscard]] std::string dependency_graph_dot(const Spec& spec);
[[nodiscard]] std::string dependency_graph_svg(const Spec& spec);

/// Prints one stage of the compiler: tokens, ast, types, pacing, layers, ir, plan.
[[nodiscard]] Result<std::string> dump_stage(const SourceFile& source, std::string_view stage,
                                             const CompileOptions& options = {});

}  // namespace fairmon
