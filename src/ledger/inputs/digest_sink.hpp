#pragma once

#include <fairmon/verdict_sink.hpp>

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "ledger/inputs/input_hash.hpp"

namespace fairmon::ledger {

/// An output that writes nothing and knows at the end what was read: the digest of every file.
class DigestSink final : public VerdictSink {
 public:
  /// Starts the thread that hashes; before the run looks for `tap`. An error: there is no library
  /// for it, or no thread.
  Result<void> start();

  Result<void> open(const Spec&, const SinkContext&) override { return {}; }
  Result<void> write(const VerdictBatch& batch) override;
  Result<void> flush() override { return {}; }
  Result<void> close(const RunSummary&) override { return {}; }
  [[nodiscard]] VerdictSelection selection() const override;
  [[nodiscard]] std::shared_ptr<InputTap> tap() override { return hash_; }
  /// Only the end counts.
  [[nodiscard]] std::uint64_t input_every() const override {
    return std::numeric_limits<std::uint64_t>::max();
  }
  [[nodiscard]] bool mark_symbols(SymbolMarks&) const override { return true; }

  /// Of the files in the order in which they were read; none of data that are no files.
  [[nodiscard]] const std::vector<FileDigest>& files() const noexcept { return files_; }

 private:
  std::shared_ptr<InputHash> hash_ = std::make_shared<InputHash>();
  std::vector<FileDigest> files_;
};

}  // namespace fairmon::ledger
