#pragma once

#include <fairmon/value.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "ir/program.hpp"

/// What the streams have produced. Nothing is ever forgotten.
namespace fairmon::reference {

using Cells = std::vector<Cell>;

/// A value with the cycle and the time at which it was produced.
struct Produced {
  std::uint64_t cycle = 0;
  std::int64_t time = 0;
  Cells value;
};

/// One instance of a stream over all of its lives. Inputs and unparameterised streams have one
/// with an empty key.
struct Instance {
  Cells key;
  std::vector<Produced> values;
  bool alive = false;
  bool closing = false;           ///< ends at the beginning of the next cycle
  std::size_t first_of_life = 0;  ///< position in `values` where the present life began
  std::uint64_t spawn_cycle = 0;
  std::int64_t spawn_time = 0;
  std::uint64_t evals_due = 0;  ///< local deadlines so far
  std::uint64_t closes_due = 0;
  bool eval_is_due = false;  ///< in the present cycle
  bool close_is_due = false;

  [[nodiscard]] std::size_t num_of_life() const { return values.size() - first_of_life; }
  [[nodiscard]] bool has_value() const { return alive && num_of_life() > 0; }
  [[nodiscard]] bool fresh(std::uint64_t cycle) const {
    return has_value() && values.back().cycle == cycle;
  }
  /// The value `steps` before the latest one of this life, or null.
  [[nodiscard]] const Produced* back(std::size_t steps) const {
    return alive && steps < num_of_life() ? &values[values.size() - 1 - steps] : nullptr;
  }
};

using Instances = std::map<Cells, Instance>;

struct Store {
  support::IdVector<ir::StreamId, Instances> streams;
  std::uint64_t cycle = 0;  ///< number of the present cycle
  std::int64_t time = 0;

  explicit Store(const ir::Program& program);

  /// The instance with this key, dead or alive, or null.
  [[nodiscard]] const Instance* find(ir::StreamId stream, const Cells& key) const;
  /// Begins a life; false if the instance lives already.
  bool spawn(ir::StreamId stream, const Cells& key);
  void produce(Instance& instance, Cells value) const;
  /// Begins a cycle: what was closed in the last one is gone now.
  void begin_cycle(std::int64_t at);
};

/// Where parameter `index` begins in a key.
[[nodiscard]] std::size_t parameter_offset(const ir::Stream& stream, std::uint32_t index);

}  // namespace fairmon::reference
