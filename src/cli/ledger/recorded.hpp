#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <fstream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ledger/verify/verify.hpp"

namespace fairmon::cli {

/// What a ledger that was found untouched says about its run, apart from the verdicts.
struct Recorded {
  nlohmann::json open;
  nlohmann::json close;  ///< null while it is open
  struct Digest {
    std::uint64_t file = 0;
    std::string name;
    std::uint64_t bytes = 0;
    std::string sha256;
    std::string place;  ///< file and line of the ledger
  };
  std::vector<Digest> digests;
  std::vector<std::pair<std::string, std::string>> asked;

  /// Keeps what the line says.
  void take(const ledger::LedgerLine& line);
};

/// The verdicts of a ledger one after the other, without those that were judged again later.
class RecordedVerdicts {
 public:
  explicit RecordedVerdicts(const ledger::Verification& verified) : verified_(verified) {}

  /// The body of the next one, as it stands in the file; nothing at the end.
  [[nodiscard]] std::optional<std::string> next();
  /// File and line of the one given last.
  [[nodiscard]] std::string place() const;

 private:
  [[nodiscard]] bool superseded(std::uint64_t seq) const;

  const ledger::Verification& verified_;
  std::size_t next_file_ = 0;
  std::ifstream in_;
  std::uint64_t number_ = 0;
};

}  // namespace fairmon::cli
