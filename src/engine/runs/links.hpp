#pragma once

#include <cstdint>
#include <vector>

#include "engine/columns/arena.hpp"
#include "engine/columns/frame.hpp"
#include "engine/state.hpp"

namespace fairmon::engine {

/// Instances that accesses found last time from other instances, at deadlines: most of them are the
/// right ones still, which is quicker to see than to look them up.
class Links {
 public:
  explicit Links(const State& state) : state_(state), links_(state.plan.program->exprs.size()) {}

  /// The targets of an access whose operands are all parameters of the reading instance.
  const std::uint32_t* find(Arena& arena, const Frame& frame, ir::ExprId id, std::uint32_t table,
                            const Selection& selection, bool lingering);
  /// Are these slots the last found, and do they follow each other?
  [[nodiscard]] bool found_run(const std::uint32_t* slots) const noexcept { return slots == run_; }
  /// Other slots might lie in the same place by now.
  void forget_run() noexcept { run_ = nullptr; }
  void forget();

 private:
  /// By slot of the reading instance: what was found, and what must not have changed since.
  struct Known {
    std::uint32_t table = kNone;            ///< of the reading instances
    std::vector<std::uint32_t> generation;  ///< its own
    std::vector<std::uint32_t> target;
    std::vector<std::uint32_t> witness;  ///< generation of the target, or births if there was none
    /// A run of slots that was found to be right, and how much had changed around it by then.
    struct Checked {
      std::uint32_t first = kNone;
      std::uint32_t count = 0;
      std::uint32_t first_target = kNone;
      std::uint64_t own_changes = 0;
      std::uint64_t target_changes = 0;
      friend bool operator==(const Checked&, const Checked&) = default;
    };
    std::vector<Checked> checked;  ///< the last run that began in each block

    void grow(std::uint32_t num_slots);
    /// The targets of all lanes, if what is remembered holds for every one of them; else null.
    [[nodiscard]] const std::uint32_t* unchanged(const Frame& frame, const InstanceTable& own,
                                                 const InstanceTable& targets);
  };
  [[nodiscard]] Known& known_of(ir::ExprId id, std::uint32_t table);

  const State& state_;
  /// By expression, and by the tables of the streams that share it.
  std::vector<std::vector<Known>> links_;
  const std::uint32_t* run_ = nullptr;
};

}  // namespace fairmon::engine
