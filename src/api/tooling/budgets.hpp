#pragma once

#include <fairmon/tooling.hpp>

#include "api/spec_body.hpp"

namespace fairmon::api {

/// How the errors of all statements are split, in the order of the specification.
[[nodiscard]] std::vector<ErrorBudget> describe_budgets(const detail::SpecBody& body);

}  // namespace fairmon::api
