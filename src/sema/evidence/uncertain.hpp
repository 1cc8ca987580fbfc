#pragma once

#include <vector>

#include "sema/context.hpp"

namespace fairmon::sema::evidence {

/// Which values depend on chances that are known by their trials only.
class Uncertain {
 public:
  explicit Uncertain(const Context& context);

  [[nodiscard]] bool operator()(ExprId id) const;
  [[nodiscard]] bool output(std::uint32_t index) const { return outputs_[index]; }
  /// Whether it is an average of trials, with bounds of its own.
  [[nodiscard]] bool is_place(ExprId id) const;
  /// Whether all values lie between two known numbers.
  [[nodiscard]] bool has_range(ExprId id, int depth = 0) const;
  [[nodiscard]] bool stream_has_range(NameRef stream, int depth = 0) const;

 private:
  const Context& context_;
  std::vector<bool> outputs_;
};

/// A window over values with bounds of its own, if they have a range.
[[nodiscard]] bool is_average(const ConstructUse& use);

}  // namespace fairmon::sema::evidence
