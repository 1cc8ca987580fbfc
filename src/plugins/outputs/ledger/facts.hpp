#pragma once

#include <fairmon/verdict_sink.hpp>

#include <string>

/// What a ledger says about a run besides verdicts, as canonical JSON.
namespace fairmon::plugins::ledger_output {

/// Name, version and digest of the running program.
[[nodiscard]] std::string program_facts();
/// What the user asked for: a list of pairs.
[[nodiscard]] std::string options_text(const SinkContext& context);
/// The body of the first line; `key` is empty without one.
[[nodiscard]] std::string open_body(const Spec& spec, const SinkContext& context,
                                    const std::string& program, const std::string& options,
                                    const std::string& key);
/// The body of the last line without its own digest.
[[nodiscard]] std::string close_body(const RunSummary& summary, const std::string& reached,
                                     std::uint64_t num_verdicts);

}  // namespace fairmon::plugins::ledger_output
