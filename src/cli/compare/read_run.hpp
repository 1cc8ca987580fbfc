#pragma once

#include <fairmon/result.hpp>

#include <string>

#include "report/compare/run_values.hpp"

namespace fairmon::cli {

/// The newest values of a run, from the document that `-o json` writes or from its ledger, which
/// has to be untouched.
[[nodiscard]] Result<report::RunValues> read_run(const std::string& file);

}  // namespace fairmon::cli
