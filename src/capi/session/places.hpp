#pragma once

#include <fairmon/symbols.hpp>
#include <fairmon/value.hpp>
#include <fairmon/verdict.hpp>

#include <cstdint>
#include <string>
#include <vector>

#include "capi/arrow/table.hpp"

namespace fairmon::capi {

/// Which events the cycles of a batch belong to, so that verdicts of several monitors can be put in
/// the order in which one monitor gives them.
class Places {
 public:
  static constexpr std::int64_t kDeadline = -1;

  /// The batch has to list its deadlines. `before`: events of the run before it.
  void look_at(const VerdictBatch& batch, std::uint64_t before);
  /// Number of the event of a cycle, counted from 0; kDeadline if it was none.
  [[nodiscard]] std::int64_t event_of(std::uint32_t cycle) const { return events_[cycle]; }

 private:
  std::vector<std::int64_t> events_;
};

/// Appends bytes that compare, byte by byte, as the values do.
void append_rank(std::string& bytes, const Type& type, const Cell* cells,
                 const SymbolTable& symbols);

/// The columns `event`, `ns` and `rank` at the end of a table.
class PlaceColumns {
 public:
  explicit PlaceColumns(std::vector<TableColumn>& table);
  void append(std::int64_t event, std::int64_t nanoseconds, std::string_view rank,
              std::vector<TableColumn>& table) const;

 private:
  std::size_t first_;
};

}  // namespace fairmon::capi
