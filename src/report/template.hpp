#pragma once

#include <fairmon/result.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/build/build.hpp"

/// A template of a report is a specification and, beside it, text. Lines `//: …` of the
/// specification say what the report does with it; for the compiler they are comments.
namespace fairmon::report {

struct Template {
  /// `//: small 0.02`: groups with a smaller share of the decisions are not compared.
  std::optional<double> small_share;
  /// `//: median CONSTANT of INPUT`: the constant is the median of the input over all data.
  struct Median {
    std::string constant;
    std::string input;
  };
  std::optional<Median> median;
  /// `//: categories OUTPUT of INPUT`: labels of the data are mapped where the output is defined as
  /// the input itself.
  struct Categories {
    std::string output;
    std::string input;
  };
  std::vector<Categories> categories;
};

/// Fails, naming the line, if a `//:` line is not understood.
[[nodiscard]] Result<Template> read_template(std::string_view specification);

/// The specification with the value in the place of what the constant was.
[[nodiscard]] Result<std::string> with_constant(std::string_view specification,
                                                const std::string& constant, double value);

/// One label of the data and what it is called in the report; an empty name: unknown.
struct Relabel {
  std::string input;
  std::string from;
  std::string to;
};
/// Of `race:Caucasian=White`.
[[nodiscard]] Result<Relabel> parse_relabel(const std::string& text);
/// The specification with the mapping written into its categories.
[[nodiscard]] Result<std::string> with_labels(std::string specification, const Template& form,
                                              const std::vector<Relabel>& labels);

/// Text of a report begins with this line.
inline constexpr std::string_view kTextMark = "<!-- fairmon report -->";

/// Title, question and sections. What follows `## What it does not cover` stands behind the data.
void read_text(std::string_view markdown, Surroundings& around);

/// The median of values; of an even number of them the mean of the two in the middle.
[[nodiscard]] std::optional<double> median_of(std::vector<double> values);

}  // namespace fairmon::report
