#pragma once

#include <fairmon/spec.hpp>
#include <fairmon/verdict_sink.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "capi/arrow/table.hpp"
#include "capi/session/places.hpp"

namespace fairmon::capi {

/// Every firing of a trigger, in verdict order.
class Firings {
 public:
  /// With `places`, which has to outlive it, the table also tells where firings belong.
  Firings(const Spec& spec, std::shared_ptr<SymbolTable> symbols, const Places* places = nullptr);
  void take(const VerdictBatch& batch);
  [[nodiscard]] std::size_t size() const noexcept { return times_.size(); }
  [[nodiscard]] const std::vector<std::uint64_t>& counts() const noexcept { return counts_; }
  void set_counts(std::vector<std::uint64_t> counts) { counts_ = std::move(counts); }
  /// From the row `first` on.
  [[nodiscard]] std::vector<TableColumn> table(std::size_t first,
                                               std::optional<Timestamp> start) const;
  /// Forgets all rows, keeps the counts.
  void clear_rows();
  /// The streams that are read besides the triggers; they have to be observed.
  [[nodiscard]] std::vector<std::uint32_t> read_streams() const;
  /// Those of one trigger.
  [[nodiscard]] std::vector<std::uint32_t> read_streams(std::uint32_t trigger) const;

 private:
  /// Where the value of a trigger and the cases behind it stand.
  struct Measure {
    std::optional<std::uint32_t> value;
    std::optional<std::uint32_t> trials;
    std::optional<std::uint32_t> lower;
    std::optional<std::uint32_t> upper;
    bool judged = false;  ///< the trigger makes a statement that can be undecided
  };
  void find_measures();
  /// What a stream says of the same instance in the same cycle.
  [[nodiscard]] std::optional<double> height_in(const std::optional<std::uint32_t>& stream,
                                                const VerdictBatch& batch,
                                                const VerdictRow& row) const;
  void add(const VerdictBatch& batch, const VerdictRow& row);

  Spec spec_;
  std::shared_ptr<SymbolTable> symbols_;
  VerdictFactory order_;
  std::vector<Measure> measures_;        ///< by stream
  std::vector<std::uint32_t> triggers_;  ///< streams
  std::vector<std::uint64_t> counts_;    ///< by trigger
  std::vector<std::int64_t> times_;
  std::vector<std::uint32_t> streams_;
  std::vector<std::string> instances_;
  std::vector<std::string> keys_;
  std::vector<std::string> messages_;
  /// What stands behind a firing, as far as it is known.
  struct Behind {
    std::optional<double> value;
    std::optional<double> trials;
    std::optional<double> lower;
    std::optional<double> upper;
  };
  std::vector<Behind> behind_;
  std::vector<std::uint64_t> ids_;
  const Places* places_;
  std::vector<std::int64_t> events_;  ///< with places
  std::vector<std::string> ranks_;    ///< with places
  std::vector<VerdictRow> rows_;
};

}  // namespace fairmon::capi
