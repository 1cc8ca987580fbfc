#pragma once

#include <fairmon/verdict_sink.hpp>

#include <string>
#include <vector>

#include "cli/ledger/recorded.hpp"
#include "ledger/inputs/input_hash.hpp"
#include "report/report.hpp"

namespace fairmon::cli {

/// The ledger that a report stands beside: untouched, and of a run that came to its end.
struct LedgerBeside {
  std::string file;
  ledger::Verification verified;
  Recorded recorded;

  [[nodiscard]] static Result<LedgerBeside> read(const std::string& file);

  /// Of the files in the order in which they were read.
  [[nodiscard]] std::vector<ledger::FileDigest> data() const;
  /// An error says in what the run of the ledger was another one.
  [[nodiscard]] Result<void> check(const Spec& spec, const std::vector<ledger::FileDigest>& data,
                                   const RunSummary& summary) const;
  /// What a reader needs to find it again and to see that it is the one.
  [[nodiscard]] std::vector<report::Fact> facts() const;
};

}  // namespace fairmon::cli
