#pragma once

#include <string>

#include "report/report.hpp"

namespace fairmon::report {

/// One file without references to others, at most `most_bytes` as long as plots can be left out.
[[nodiscard]] std::string to_html(const Report& report, std::size_t most_bytes = 1'000'000);
[[nodiscard]] std::string to_markdown(const Report& report);
/// With all digits; keys are stable.
[[nodiscard]] std::string to_json(const Report& report);

/// `violated`, `kept`, … for people and scripts.
[[nodiscard]] std::string_view state_name(State state);
[[nodiscard]] std::string_view sureness_name(Sureness sureness);

}  // namespace fairmon::report
