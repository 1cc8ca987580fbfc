#pragma once

#include <fairmon/spec.hpp>
#include <fairmon/verdict_sink.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "capi/arrow/table.hpp"
#include "capi/session/places.hpp"

namespace fairmon::capi {

/// Every value of the streams that are kept, column by column.
class Recorder {
 public:
  /// With `places`, which has to outlive it, tables also tell where values belong.
  Recorder(const Spec& spec, std::vector<bool> kept, const Places* places = nullptr);
  /// Values of one cycle are put in the order of their instances, as sinks get them.
  void take(const VerdictBatch& batch, const VerdictFactory& order);
  /// Marks the texts among what is kept.
  void mark_symbols(SymbolMarks& alive) const;
  [[nodiscard]] bool keeps(std::uint32_t stream) const { return kept_[stream]; }
  [[nodiscard]] std::vector<TableColumn> table(std::uint32_t stream, std::optional<Timestamp> start,
                                               const SymbolTable& symbols) const;
  /// Forgets the values of a stream.
  void clear(std::uint32_t stream) { rows_[stream] = {}; }

 private:
  struct Rows {
    std::vector<std::int64_t> times;
    std::vector<Cell> parameters;
    std::vector<Cell> values;
    std::vector<std::int64_t> events;  ///< with places
  };
  void take_stream(std::uint32_t stream, const VerdictBatch& batch, const VerdictFactory& order);

  Spec spec_;
  std::vector<bool> kept_;
  const Places* places_;
  std::vector<Rows> rows_;
  std::vector<std::uint32_t> sorted_;
};

}  // namespace fairmon::capi
