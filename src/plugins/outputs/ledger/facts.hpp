#pragma once

#include <fairmon/verdict_sink.hpp>

#include <string>

#include "support/thread.hpp"

/// What a ledger says about a run besides verdicts, as canonical JSON.
namespace fairmon::plugins::ledger_output {

/// Name, version and digest of the running program. The digest takes a while, so a thread of its
/// own finds it while the run begins.
class ProgramFacts {
 public:
  Result<void> start();
  /// Waits for the thread.
  [[nodiscard]] const std::string& text();

 private:
  std::string text_;
  support::Thread thread_;
};

/// What the user asked for: a list of pairs.
[[nodiscard]] std::string options_text(const SinkContext& context);
/// The body of the first line but for the program; `key` is empty without one.
[[nodiscard]] std::string open_body(const Spec& spec, const SinkContext& context,
                                    const std::string& options, const std::string& key);
/// The same with the program.
[[nodiscard]] std::string with_program(const std::string& body, const std::string& program);
/// The body of the last line without its own digest.
[[nodiscard]] std::string close_body(const RunSummary& summary, const std::string& reached,
                                     std::uint64_t num_verdicts);

}  // namespace fairmon::plugins::ledger_output
