#include "cli/ledger/untouched.hpp"

namespace fairmon::cli {

Result<ledger::Verification> read_untouched(const std::string& file,
                                            const ledger::VerifyOptions& options) {
  auto verified = ledger::verify_ledger(file, options);
  if (verified && verified->wrong) {
    return Error(ErrorCode::Input, "the ledger is not untouched: " + verified->wrong->file + ":" +
                                       std::to_string(verified->wrong->number) + ": " +
                                       verified->wrong->reason);
  }
  return verified;
}

Result<ledger::Verification> read_whole(const std::string& file,
                                        const ledger::VerifyOptions& options) {
  auto verified = read_untouched(file, options);
  if (verified && (!verified->closed || verified->first_seq > 0)) {
    return Error(ErrorCode::Usage, "`" + file +
                                       "` is not whole: its beginning or its end is not there; let "
                                       "the run come to its end first");
  }
  return verified;
}

}  // namespace fairmon::cli
