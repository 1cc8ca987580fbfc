#pragma once

#include "builtins/catalogue.hpp"

namespace fairmon::engine {

/// One state of an aggregate, in room that somebody lends: compact as long as everything fits.
/// Holistic aggregates have none, and no use for it.
class Accumulator {
 public:
  /// Cells of the room that it takes.
  [[nodiscard]] static std::uint32_t room(const builtins::BoundAggregate& aggregate) noexcept {
    return aggregate.state_cells + (aggregate.compact ? aggregate.compact->state_cells : 0) + 1;
  }
  Accumulator(const builtins::BoundAggregate& aggregate, Cell* room)
      : aggregate_(aggregate),
        form_(aggregate.compact ? &*aggregate.compact : &aggregate),
        state_(room),
        spare_(room + form_->state_cells) {
    if (form_->start != nullptr) {
      form_->start(state_);
    }
  }

  void add(const Cell* value, std::int64_t time) {
    while (!form_->add(state_, value, time)) {
      become_wide();
    }
  }
  /// `add` for many rows.
  void add_rows(builtins::AggregateRows rows) {
    while ((rows.from = form_->add_rows(state_, rows)) < rows.to) {
      become_wide();
    }
  }
  void finish(Cell* result, builtins::Evaluation& evaluation) const {
    form_->finish(state_, result, evaluation);
  }

 private:
  void become_wide() {
    aggregate_.widen(state_, spare_);
    state_ = spare_;
    form_ = &aggregate_;
  }

  const builtins::BoundAggregate& aggregate_;
  const builtins::StateForm* form_;
  Cell* state_;
  Cell* spare_;
};

}  // namespace fairmon::engine
