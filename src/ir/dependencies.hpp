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

/// The same for many roots one after the other: what was seen is remembered in one table instead of
/// a set per root.
class ExprWalker {
 public:
  explicit ExprWalker(const Program& program) : program_(program), seen_(program.exprs.size()) {}

  template <class Visit>
  void walk(ExprId root, Visit&& visit) {
    if (!root.valid()) {
      return;
    }
    ++round_;
    push(root);
    while (!open_.empty()) {
      const ExprId id = open_.back();
      open_.pop_back();
      visit(id);
      const Expr& expr = program_.exprs[id];
      for (const ExprId operand : expr.operands) {
        push(operand);
      }
      if (expr.kind == ExprKind::InstanceAggregate) {
        push(program_.aggregations[expr.aggregation].where);
        push(program_.aggregations[expr.aggregation].map);
      }
    }
  }

 private:
  void push(ExprId id) {
    if (id.valid() && seen_[id] != round_) {
      seen_[id] = round_;
      open_.push_back(id);
    }
  }

  const Program& program_;
  support::IdVector<ExprId, std::uint32_t> seen_;
  std::uint32_t round_ = 0;
  std::vector<ExprId> open_;
};

enum class ClausePart : std::uint8_t { Spawn, Eval, Close };

/// One stream reads another.
struct Dependency {
  StreamId from;
  StreamId to;
  ClausePart part = ClausePart::Eval;
  ExprKind access = ExprKind::Sync;
  std::uint32_t offset = 0;
  /// The past of the very instance that is being evaluated, which has no value of this cycle yet.
  bool own = false;
  /// Counts for evaluation order: neither an offset, nor from a close condition, nor between
  /// an event-paced clause and a periodic stream.
  bool ordering = false;
};

/// The stream an expression reads by itself, invalid if it reads none.
[[nodiscard]] StreamId accessed_stream(const Program& program, const Expr& expr);

/// True if the operands of an access are the parameters of the clause's own stream, all and in
/// order.
[[nodiscard]] bool names_own_instance(const Program& program, const Expr& access,
                                      std::size_t num_parameters);

[[nodiscard]] std::vector<Dependency> collect_dependencies(const Program& program);

/// For every stream the public one that stands for it in messages: itself, or of a hidden stream
/// the first that reads it, possibly by way of others. Of streams that are silent, and of hidden
/// ones that no public one reads, an id that is not public: nobody hears of their errors.
[[nodiscard]] support::IdVector<StreamId, StreamId> find_owners(const Program& program);

/// The streams of a loop of ordering dependencies, if there is one.
[[nodiscard]] std::optional<std::vector<StreamId>> find_cycle(const Program& program);

}  // namespace fairmon::ir
