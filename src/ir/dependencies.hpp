#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "ir/program.hpp"

namespace fairmon::ir {

/// Calls `visit` for every expression below `root`, `root` included, each once; the bodies of
/// instance aggregations (`where`, `map`) are part of it. An invalid root has none.
void for_each_expr(const Program& program, ExprId root, const std::function<void(ExprId)>& visit);

enum class ClausePart : std::uint8_t { Spawn, Eval, Close };

/// One stream reads another.
struct Dependency {
  StreamId from;
  StreamId to;
  ClausePart part = ClausePart::Eval;
  ExprKind access = ExprKind::Sync;
  std::uint32_t offset = 0;
  /// Counts for evaluation order: neither an offset, nor from a close condition, nor between
  /// an event-paced clause and a periodic stream.
  bool ordering = false;
};

[[nodiscard]] std::vector<Dependency> collect_dependencies(const Program& program);

/// The streams of a loop of ordering dependencies, if there is one.
[[nodiscard]] std::optional<std::vector<StreamId>> find_cycle(const Program& program);

}  // namespace fairmon::ir
