#pragma once

#include <fairmon/event.hpp>
#include <fairmon/monitor.hpp>
#include <fairmon/result.hpp>
#include <fairmon/symbols.hpp>
#include <fairmon/verdict.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace fairmon {

/// The running engine behind a Monitor: what the engines implement. One thread, no clock, no input
/// or output.
class MonitorBody {
 public:
  virtual ~MonitorBody() = default;
  virtual Result<void> accept(const EventBatch& events, RowRange rows, VerdictBatch& verdicts) = 0;
  Result<void> accept(const EventBatch& events, VerdictBatch& verdicts) {
    return accept(events, {0, events.num_rows()}, verdicts);
  }
  virtual Result<void> advance_to(Timestamp time, VerdictBatch& verdicts) = 0;
  virtual Result<void> finish(VerdictBatch& verdicts) = 0;
  /// Appends the whole state as bytes / takes it back. Symbols are saved by the caller.
  virtual void save(std::string& bytes) const = 0;
  virtual Result<void> restore(std::string_view bytes) = 0;
  /// Marks the texts the state refers to. False: it cannot tell, and keeps all.
  [[nodiscard]] virtual bool mark_symbols(SymbolMarks&) const { return false; }
  [[nodiscard]] virtual std::uint64_t num_instances(std::uint32_t stream) const = 0;
  [[nodiscard]] virtual std::size_t memory_bytes() const = 0;
};

}  // namespace fairmon
