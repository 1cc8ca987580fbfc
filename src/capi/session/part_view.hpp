#pragma once

#include <fairmon/shards/plan.hpp>
#include <fairmon/verdict.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace fairmon::capi {

/// A part of a specification whose verdicts are looked at as those of the whole.
class PartView {
 public:
  PartView(ShardPart part, const Spec& whole);

  [[nodiscard]] const ShardPart& part() const noexcept { return part_; }
  /// Verdicts on the stream of the whole come from this part.
  [[nodiscard]] bool owns(std::uint32_t stream) const;
  /// The number that a stream of the whole has in the part, if it is there.
  [[nodiscard]] std::optional<std::uint32_t> number_of(std::uint32_t stream) const;
  /// Moves what a monitor of the part decided into the shape of the whole.
  void widen(VerdictBatch& narrow, VerdictBatch& wide) const;

 private:
  ShardPart part_;
  Spec whole_;
  std::vector<std::optional<std::uint32_t>> numbers_;  ///< by stream of the whole
};

}  // namespace fairmon::capi
