#pragma once

#include <fairmon/result.hpp>
#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ledger/chain/lines.hpp"

namespace fairmon::ledger {

/// One line that was found right.
struct LedgerLine {
  std::uint64_t seq = 0;
  std::string_view kind;
  const nlohmann::json& body;
  std::string_view text;  ///< without its line break
  const std::string& file;
  std::uint64_t number = 0;  ///< in the file, from 1
};

struct WrongLine {
  std::string file;
  std::uint64_t number = 0;  ///< in the file, from 1
  std::string reason;
};

struct VerifyOptions {
  std::string public_key;   ///< hexadecimal digits; empty: whatever key the ledger names
  std::vector<Head> heads;  ///< that somebody kept elsewhere
  /// Called for every right line, in order, until a wrong one comes. A text says what is wrong with
  /// the line all the same.
  std::function<std::optional<std::string>(const LedgerLine&)> visit;
};

struct Verification {
  std::optional<WrongLine> wrong;
  std::vector<std::string> files;
  std::uint64_t num_lines = 0;
  std::uint64_t num_verdicts = 0;
  std::uint64_t first_seq = 0;  ///< above 0: the pieces before are not here
  bool closed = false;
  bool interrupted = false;       ///< the run that closed it was interrupted, or failed
  std::uint64_t num_resumed = 0;  ///< how often a run went on with it
  std::uint64_t num_signatures = 0;
  std::uint64_t last_signed = 0;  ///< number of the last line a signature covers
  std::vector<std::string> keys;  ///< hexadecimal, in order of use
  Head head;
  /// Lines whose verdicts were judged again after a crash: from the first number to before the
  /// second.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> superseded;
};

/// Reads a ledger, all its pieces, up to the first wrong line. An error: the file cannot be read.
[[nodiscard]] Result<Verification> verify_ledger(const std::string& file,
                                                 const VerifyOptions& options);

}  // namespace fairmon::ledger
