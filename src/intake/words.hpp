#pragma once

#include <string>

#include "intake/columns.hpp"

/// What names and values of columns tell about what they are for.
namespace fairmon::intake {

/// How much the name (or, of attributes of people, a value) speaks for a role; 0: not at all.
[[nodiscard]] int group_likeness(const Column& column);
[[nodiscard]] int decision_likeness(const Column& column);
[[nodiscard]] int outcome_likeness(const Column& column);
[[nodiscard]] int score_likeness(const Column& column);
[[nodiscard]] int time_likeness(const Column& column);

/// The name tells apart people or cases: an id.
[[nodiscard]] bool names_a_case(const Column& column);
[[nodiscard]] bool is_about_age(const Column& column);
/// True in this column is bad for the person: denied, defaulted, reoffended, a high risk.
[[nodiscard]] bool is_harmful(const Column& column);

enum class Meaning { Unknown, Good, Bad };
/// What a value means for the person: `approved`, `>50K`, `denied`, …
[[nodiscard]] Meaning meaning_of(const std::string& value);

}  // namespace fairmon::intake
