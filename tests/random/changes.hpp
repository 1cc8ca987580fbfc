#pragma once

#include <fairmon/spec.hpp>
#include <fairmon/symbols.hpp>
#include <fairmon/verdict.hpp>

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

namespace fairmon::random_cases {

/// One change, comparable bit by bit because all runs of a case share their symbols.
struct Change {
  std::uint64_t cycle = 0;
  std::uint64_t event = 0;  ///< how many events were evaluated by then
  std::int64_t time = 0;
  std::uint32_t stream = 0;
  std::uint32_t kind = 0;
  std::vector<Cell> cells;
  friend auto operator<=>(const Change&, const Change&) = default;
};

/// Numbers cycles across batches and collects their changes.
class Collector {
 public:
  void add(const VerdictBatch& batch, SymbolTable& symbols);
  /// Instances have no order within a cycle.
  std::vector<Change> sorted() &&;

 private:
  std::vector<Change> changes_;
  std::uint64_t cycles_ = 0;
  std::uint64_t events_ = 0;
};

[[nodiscard]] std::string first_difference(const std::vector<Change>& a,
                                           const std::vector<Change>& b, const Spec& spec);

}  // namespace fairmon::random_cases
