#pragma once

#include <fairmon/monitor.hpp>

#include <memory>
#include <string>
#include <string_view>

#include "ir/program.hpp"

/// For tests: runs a program in textual form on a trace in textual form.
namespace fairmon::engine::testing {

/// Reads a program and assigns layers; throws InternalError on mistakes.
[[nodiscard]] std::shared_ptr<const ir::Program> program(std::string_view text);

/// A line per event: time in seconds, then one word per input, `-` for absent.
void add_events(const ir::Program& program, std::string_view trace, SymbolTable& symbols,
                EventBatch& batch);

/// One line per change, sorted within a cycle: `3.5 rate(1) = 0.5`, `3.5 rate(1) spawned`.
[[nodiscard]] std::string print(const ir::Program& program, const VerdictBatch& verdicts,
                                const SymbolTable& symbols);

using Maker = std::unique_ptr<MonitorBody> (*)(std::shared_ptr<const ir::Program>,
                                               const MonitorOptions&);

/// All verdicts of outputs and triggers over the whole trace, the trace cut into batches of `rows`.
/// `through_checkpoint`: after every batch the state moves to a new monitor.
[[nodiscard]] std::string run(std::string_view program_text, std::string_view trace,
                              std::size_t rows = 1000, ErrorPolicy policy = ErrorPolicy::Stop,
                              Maker make = nullptr, bool through_checkpoint = false);

/// The first lines in which two texts differ.
[[nodiscard]] std::string first_difference(std::string_view found, std::string_view expected);

}  // namespace fairmon::engine::testing
