#pragma once

#include "intake/roles.hpp"

namespace fairmon::intake {

/// A column that makes groups; numbers with many values are put into bins, cut where `cuts` says,
/// or at ages or quartiles.
[[nodiscard]] Part group_part(const Column& column, const std::vector<double>& cuts = {});
/// A column as a Bool that is true where it is good for the person; without a word about that, as
/// names and values tell.
[[nodiscard]] Part verdict_part(const Column& column,
                                const std::optional<GoodWhen>& good = std::nullopt);
/// What a cell means: the group it belongs to, whether it is good; nothing where it is missing.
[[nodiscard]] std::optional<std::string> label_of(const Part& part, const std::string& cell);
[[nodiscard]] std::optional<bool> is_good(const Part& part, const std::string& cell);
/// Name of an input for the column: its own, or the nearest that the language accepts.
[[nodiscard]] std::string input_name(const Column& column);
/// A text as the language writes it.
[[nodiscard]] std::string quoted_text(const std::string& text);

}  // namespace fairmon::intake
