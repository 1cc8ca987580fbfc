#pragma once

#include <fairmon/plugin.hpp>
#include <fairmon/verdict_sink.hpp>

#include <memory>
#include <optional>
#include <string>

#include "ledger/chain/chain_writer.hpp"
#include "ledger/inputs/input_hash.hpp"
#include "plugins/outputs/ledger/facts.hpp"
#include "plugins/outputs/ledger/verdict_body.hpp"
#include "plugins/outputs/ledger/witness.hpp"

namespace fairmon::plugins::ledger_output {

struct LedgerSettings {
  std::string file;
  VerdictSelection selection;
  std::string key_file;  ///< empty: unsigned
  std::uint64_t sign_every = 0;
  std::uint64_t rotate = 0;
  std::uint64_t input_every = 0;
  std::string witness;  ///< `print`, an address, or nothing
};

/// What the options say is written down.
[[nodiscard]] VerdictSelection ledger_selection(const OptionValues& values);

/// What a run decided, as lines that nobody can change unseen.
class LedgerSink final : public VerdictSink {
 public:
  explicit LedgerSink(LedgerSettings settings);

  /// Starts the threads that hash; before the run looks for `tap`.
  Result<void> start();

  Result<void> open(const Spec& spec, const SinkContext& context) override;
  Result<void> write(const VerdictBatch& batch) override;
  Result<void> flush() override;
  Result<void> sync() override;
  Result<void> close(const RunSummary& summary) override;
  [[nodiscard]] VerdictSelection selection() const override { return settings_.selection; }
  [[nodiscard]] std::shared_ptr<InputTap> tap() override { return hash_; }
  [[nodiscard]] std::uint64_t input_every() const override { return settings_.input_every; }
  [[nodiscard]] std::string position() const override;
  Result<void> rewind(std::string_view position) override;
  [[nodiscard]] bool mark_symbols(SymbolMarks&) const override { return true; }

 private:
  Result<void> begin();
  Result<void> append(std::string_view kind, std::string_view body);
  Result<void> write_input(const InputMark& mark);
  Result<void> make_chain(const SinkContext& context);

  LedgerSettings settings_;
  std::shared_ptr<ledger::InputHash> hash_ = std::make_shared<ledger::InputHash>();
  std::unique_ptr<Witness> witness_;
  std::optional<ledger::ChainWriter> chain_;
  std::optional<VerdictBodies> bodies_;
  std::string asked_;  ///< the options as text, to notice changes
  ProgramFacts program_;
  /// The first line while it waits for the digest of the program: written before any other.
  std::optional<std::string> first_;
  std::uint64_t num_verdicts_ = 0;
  bool writing_ = false;  ///< there is a file to write to
};

}  // namespace fairmon::plugins::ledger_output
