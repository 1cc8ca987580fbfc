#pragma once

#include <unordered_map>

#include "builtins/catalogue.hpp"
#include "sema/context.hpp"

namespace fairmon::sema::ranges {

using builtins::Bounds;

/// Where the values of a type lie: a declared width, a probability, an unsigned number.
[[nodiscard]] Bounds bounds_of_type(const Type& type);

/// Where the values of expressions lie, as far as it can be told without running anything.
class Ranges {
 public:
  explicit Ranges(const Context& context) : context_(context) {}

  [[nodiscard]] Bounds of(ExprId id);

 private:
  Bounds of_kind(ExprId id);
  Bounds of_construct(ExprId id, const ConstructUse& use);
  Bounds of_function(ExprId id);
  Bounds of_stream(NameRef stream);

  const Context& context_;
  std::unordered_map<std::uint32_t, Bounds> outputs_;  ///< also those that are being looked at
  int depth_ = 0;
};

/// The number a literal or constant stands for.
[[nodiscard]] std::optional<double> constant_number(const Context& context, ExprId id);

}  // namespace fairmon::sema::ranges
