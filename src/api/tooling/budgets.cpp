#include "api/tooling/budgets.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fairmon::api {
namespace {

std::string instances_in_words(const ir::evidence::Budget& budget) {
  if (!budget.instances) {
    return {};
  }
  const std::string later = budget.num_single == 0
                                ? "the pairs of the m-th one born with earlier ones share "
                                  "1/(m·(m − 1)) of it"
                                : "the i-th one born gets 1/(i·(i + 1)) of it";
  return budget.groups == 0
             ? later
             : fmt::format("the first {} get nine tenths of it in equal parts, the others the rest",
                           budget.groups);
}

}  // namespace

std::vector<ErrorBudget> describe_budgets(const detail::SpecBody& body) {
  std::vector<ErrorBudget> rows;
  for (const ir::evidence::Budget& budget : body.budgets) {
    if (budget.derived) {
      continue;
    }
    ErrorBudget row;
    const bool own = budget.span.file == 0;
    row.line = own ? body.source.locate(budget.span.begin).line : 0;
    row.error = budget.error;
    row.rates = budget.num_single;
    row.comparisons = budget.num_joint;
    row.each = budget.error / std::max(budget.num_single + budget.num_joint, 1U);
    row.instances = instances_in_words(budget);
    row.time = budget.windows ? "the j-th sample of a window gets 1/(j·(j + 1)) of it" : "";
    if (budget.recent) {
      row.time =
          "half for the whole history, half for stretches since: those of scale l (from 6) "
          "get 1/((l − 5)·(l − 4)) of it, their j-th block 1/(j·(j + 1)) of that";
    }
    rows.push_back(std::move(row));
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const ErrorBudget& a, const ErrorBudget& b) { return a.line < b.line; });
  return rows;
}

}  // namespace fairmon::api
