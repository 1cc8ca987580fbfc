#pragma once

#include <fairmon/result.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "ledger/chain/lines.hpp"
#include "ledger/crypto/ed25519.hpp"

namespace fairmon::ledger {

struct ChainSettings {
  std::string file;
  std::uint64_t lines_per_piece = 0;  ///< 0: one file for all
  std::optional<SigningKey> key;
  std::uint64_t sign_every = 0;  ///< lines between signatures; 0: only when asked and at the end
  /// Told of heads that are worth keeping elsewhere: of signatures, checkpoints, pieces, the end.
  std::function<void(const Head&)> witness;
};

/// Appends lines to a ledger. What was written stays: after a crash the chain goes on behind the
/// last whole line. One thread at a time.
class ChainWriter final : public Lines {
 public:
  explicit ChainWriter(ChainSettings settings);
  ~ChainWriter() override;
  ChainWriter(const ChainWriter&) = delete;
  ChainWriter& operator=(const ChainWriter&) = delete;

  /// Begins a ledger; refuses a file that is there already and not empty.
  Result<void> create();
  /// Goes on with one after what stood there at `position`. Lines behind it stay; a line that was
  /// torn goes, and the answer is how many bytes that were.
  struct Resumed {
    std::uint64_t from = 0;  ///< number of the last line before the position
    std::uint64_t torn_bytes = 0;
  };
  Result<Resumed> resume(std::string_view position);

  Result<void> append(std::string_view kind, std::string_view body) override;
  Result<void> close(std::string_view body) override;
  /// Signs the head, if there is a key, and shows it to the witness.
  Result<void> attest();
  Result<void> flush();
  Result<void> sync();
  /// Behind the last line, for `resume`. Only after a flush.
  [[nodiscard]] std::string position() const;
  [[nodiscard]] const std::string& public_key() const;
  [[nodiscard]] Head head() const { return {next_seq_ - 1, head_}; }

 private:
  Result<void> put(std::string_view line);
  Result<void> rotate();
  Result<void> begin_piece();
  Result<void> open_piece(int flags);
  [[nodiscard]] Error failure(std::string_view what, int reason) const;

  ChainSettings settings_;
  int descriptor_ = -1;
  std::uint64_t piece_ = 1;
  std::uint64_t piece_lines_ = 0;
  std::uint64_t offset_ = 0;       ///< in the piece, behind what is in the buffer
  std::uint64_t last_length_ = 0;  ///< of the last line with its line break
  std::uint64_t next_seq_ = 0;
  std::uint64_t unsigned_ = 0;  ///< lines since the last signature
  std::string head_;
  std::string buffer_;
  bool name_is_durable_ = false;
};

}  // namespace fairmon::ledger
