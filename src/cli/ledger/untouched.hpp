#pragma once

#include <string>

#include "ledger/verify/verify.hpp"

namespace fairmon::cli {

/// Reads a ledger that has to be untouched; an error names the first line that is wrong.
[[nodiscard]] Result<ledger::Verification> read_untouched(const std::string& file,
                                                          const ledger::VerifyOptions& options);
/// Besides, its beginning and its end have to be there.
[[nodiscard]] Result<ledger::Verification> read_whole(const std::string& file,
                                                      const ledger::VerifyOptions& options);

}  // namespace fairmon::cli
