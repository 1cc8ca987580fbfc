#include "reference/schedule.hpp"

#include <algorithm>

namespace fairmon::reference {
namespace {

__extension__ using Int128 = __int128;

/// The pacing by which the stream's instances are evaluated, if it is local.
const ir::Pacing* local_eval(const ir::Stream& stream) {
  const bool local =
      !stream.evals.empty() && stream.evals.front().pacing.kind == ir::PacingKind::Local;
  return local ? &stream.evals.front().pacing : nullptr;
}

const ir::Pacing* local_close(const ir::Stream& stream) {
  const bool local = stream.close && stream.close->pacing.kind == ir::PacingKind::Local;
  return local ? &stream.close->pacing : nullptr;
}

std::int64_t next_of(const Instance& instance, const ir::Pacing& pacing, std::uint64_t passed) {
  return instance.spawn_time + deadline(pacing.period, passed + 1);
}

}  // namespace

std::int64_t deadline(ir::Period period, std::uint64_t k) {
  return static_cast<std::int64_t>(static_cast<Int128>(k) * period.numerator / period.denominator);
}

Schedule::Schedule(const ir::Program& program, Store& store) : program_(program), store_(store) {
  for (const ir::Stream& stream : program.streams) {
    if (stream.spawn) {
      add_clock(stream.spawn->pacing);
    }
    for (const ir::EvalClause& clause : stream.evals) {
      add_clock(clause.pacing);
    }
    if (stream.close) {
      add_clock(stream.close->pacing);
    }
  }
}

void Schedule::add_clock(const ir::Pacing& pacing) {
  const bool known = std::any_of(clocks_.begin(), clocks_.end(),
                                 [&](const Clock& c) { return c.period == pacing.period; });
  if (pacing.kind == ir::PacingKind::Global && !known) {
    clocks_.push_back({pacing.period, 0, false});
  }
}

std::optional<std::int64_t> Schedule::next() const {
  std::optional<std::int64_t> first;
  const auto consider = [&](std::int64_t due) { first = std::min(first.value_or(due), due); };
  for (const Clock& clock : clocks_) {
    consider(deadline(clock.period, clock.passed + 1));
  }
  for (const ir::StreamId id : program_.streams.ids()) {
    const ir::Pacing* eval = local_eval(program_.streams[id]);
    const ir::Pacing* close = local_close(program_.streams[id]);
    if (eval == nullptr && close == nullptr) {
      continue;
    }
    for (const auto& [key, instance] : store_.streams[id]) {
      if (!instance.alive || instance.closing) {
        continue;
      }
      if (eval != nullptr) {
        consider(next_of(instance, *eval, instance.evals_due));
      }
      if (close != nullptr) {
        consider(next_of(instance, *close, instance.closes_due));
      }
    }
  }
  return first;
}

void Schedule::reach(std::int64_t time) {
  for (Clock& clock : clocks_) {
    clock.due = deadline(clock.period, clock.passed + 1) <= time;
    clock.passed += clock.due ? 1 : 0;
  }
  for (const ir::StreamId id : program_.streams.ids()) {
    const ir::Pacing* eval = local_eval(program_.streams[id]);
    const ir::Pacing* close = local_close(program_.streams[id]);
    for (auto& [key, instance] : store_.streams[id]) {
      if (!instance.alive) {
        continue;
      }
      instance.eval_is_due =
          eval != nullptr && next_of(instance, *eval, instance.evals_due) <= time;
      instance.evals_due += instance.eval_is_due ? 1 : 0;
      instance.close_is_due =
          close != nullptr && next_of(instance, *close, instance.closes_due) <= time;
      instance.closes_due += instance.close_is_due ? 1 : 0;
    }
  }
}

bool Schedule::is_due(ir::Period period) const {
  return std::any_of(clocks_.begin(), clocks_.end(),
                     [&](const Clock& c) { return c.due && c.period == period; });
}

void Schedule::clear() {
  for (Clock& clock : clocks_) {
    clock.due = false;
  }
}

}  // namespace fairmon::reference
