#pragma once

#include <fairmon/spec.hpp>
#include <fairmon/verdict_sink.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "capi/arrow/table.hpp"

namespace fairmon::capi {

/// Every value of the streams that are kept, column by column.
class Recorder {
 public:
  Recorder(const Spec& spec, std::vector<bool> kept);
  /// Values of one cycle are put in the order of their instances, as sinks get them.
  void take(const VerdictBatch& batch, const VerdictFactory& order);
  /// Marks the texts among what is kept.
  void mark_symbols(SymbolMarks& alive) const;
  [[nodiscard]] bool keeps(std::uint32_t stream) const { return kept_[stream]; }
  [[nodiscard]] std::vector<TableColumn> table(std::uint32_t stream, std::optional<Timestamp> start,
                                               const SymbolTable& symbols) const;

 private:
  struct Rows {
    std::vector<std::int64_t> times;
    std::vector<Cell> parameters;
    std::vector<Cell> values;
  };
  void take_stream(std::uint32_t stream, const VerdictBatch& batch, const VerdictFactory& order);

  Spec spec_;
  std::vector<bool> kept_;
  std::vector<Rows> rows_;
  std::vector<std::uint32_t> sorted_;
};

}  // namespace fairmon::capi
