#pragma once

#include <fairmon/value.hpp>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "builtins/catalogue.hpp"
#include "engine/columns/selection.hpp"
#include "engine/instances/extremes.hpp"
#include "engine/runs/run_log.hpp"

namespace fairmon::engine {

/// An aggregate over the latest values of all instances of a stream, kept up to date. Invertible
/// aggregates are one running state, extremes a tournament; others a tree of states over the slots,
/// whose dirty paths are renewed when somebody reads.
class InstanceFold {
 public:
  InstanceFold(builtins::BoundAggregate aggregate, std::string_view name);

  void update(std::uint32_t slot, const Cell* value);
  void erase(std::uint32_t slot);
  void read(Cell* result, builtins::Evaluation& evaluation);
  /// Extremes over the rows of a run: takes the values from row `fed` on and writes what there is
  /// after each of `rows`.
  [[nodiscard]] bool is_extreme() const noexcept { return extremes_.has_value(); }
  void follow(const RunLog& log, std::uint32_t& fed, const Selection& rows, Cell* present,
              Cell* best);
  [[nodiscard]] const Type& result_type() const noexcept { return aggregate_.result; }

  void clear();
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  [[nodiscard]] Cell* node(std::size_t index) noexcept { return nodes_.data() + index * width_; }
  void grow(std::uint32_t slot);
  void touch(std::uint32_t slot);
  void renew();
  void join(std::size_t index);

  builtins::BoundAggregate aggregate_;
  bool running_;
  std::optional<Extremes> extremes_;
  std::uint32_t width_;
  std::uint32_t value_cells_;
  std::vector<std::uint8_t> present_;  ///< per slot
  std::vector<Cell> values_;           ///< per slot, to take it out again (running)
  std::vector<Cell> total_;
  // The tree: leaves at num_leaves_ + slot, parents at half their index, the root at 1.
  std::uint32_t num_leaves_ = 0;
  std::vector<Cell> nodes_;
  std::vector<std::uint32_t> dirty_;
  std::vector<std::uint8_t> is_dirty_;
};

}  // namespace fairmon::engine
