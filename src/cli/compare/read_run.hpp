#pragma once

#include <fairmon/result.hpp>

#include <string>
#include <string_view>

#include "report/compare/run_values.hpp"

namespace fairmon::cli {

/// The newest values of a run, from the document that `-o json` writes or from its ledger, which
/// has to be untouched.
[[nodiscard]] Result<report::RunValues> read_run(const std::string& file);
/// The same of the text of such a document; `name` is for messages.
[[nodiscard]] Result<report::RunValues> run_of_document(const std::string& name,
                                                        std::string_view text);

}  // namespace fairmon::cli
