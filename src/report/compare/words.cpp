#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/compare/difference.hpp"

namespace fairmon::report {

std::string value_text(const std::optional<RunValue>& value) {
  if (!value) {
    return "–";
  }
  std::string text = fmt::format("{:.4g}", value->value);
  if (value->hits && value->trials) {
    text += fmt::format(" ({} of {})", *value->hits, *value->trials);
  } else if (value->trials) {
    text += fmt::format(" (n {})", *value->trials);
  }
  return text;
}

std::string verdict_of(const Difference& difference) {
  if (!difference.before || !difference.after) {
    return difference.before ? "only in the first" : "only in the second";
  }
  if (!difference.rates()) {
    return "no bounds";
  }
  return !difference.certain() ? "undecided" : difference.change() > 0.0 ? "higher" : "lower";
}

double reach_of(const Comparison& comparison) {
  double reach = 0.0;
  for (const Difference& difference : comparison.differences) {
    if (difference.rates()) {
      reach =
          std::max({reach, std::abs(difference.bounds->low), std::abs(difference.bounds->high)});
    }
  }
  return reach > 0.0 ? reach : 1.0;
}

std::string meaning_of(const Comparison& comparison) {
  std::string text;
  if (comparison.num_rates > 0) {
    text += fmt::format("All {} bounds hold together with a probability of at least {:g} %, ",
                        comparison.num_rates, comparison.level * 100.0);
    text +=
        comparison.same_cases
            ? "whatever the cases of both runs, which are the same, have to do with each other.\n"
            : "if no case stands in both runs (otherwise say --same-cases).\n";
  } else {
    text += "No rate stands in both runs with its trials and hits, so there are no bounds.\n";
  }
  if (!comparison.same_specification) {
    text += "The two runs had different specifications: a difference may come from there.\n";
  }
  return text;
}

}  // namespace fairmon::report
