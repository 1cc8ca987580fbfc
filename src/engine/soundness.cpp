// Restored bytes are no more than bytes: before anything is evaluated, every index and every length
// in them is compared with what it refers to. Values need no check: any cell is a value.

#include <algorithm>

#include "engine/state.hpp"

namespace fairmon::engine {

namespace {

/// All below `size`, and none twice.
bool are_distinct_slots(const std::vector<std::uint32_t>& slots, std::size_t size) {
  std::vector<bool> seen(size);
  for (const std::uint32_t slot : slots) {
    if (slot >= size || seen[slot]) {
      return false;
    }
    seen[slot] = true;
  }
  return true;
}

}  // namespace

bool InstanceTable::is_sound() const {
  const std::size_t size = life_.size();
  const auto fits = [&](const auto& column) { return column.size() == size; };
  if (size >= kNone || !fits(spawn_time_) || !fits(spawn_cycle_) || !fits(generation_) ||
      !std::all_of(keys_.begin(), keys_.end(), fits) || (keys_.empty() && size > 1)) {
    return false;
  }
  std::size_t num_existing = 0;
  std::size_t num_closing = 0;
  std::size_t num_free = 0;
  for (const Life life : life_) {
    if (life > Life::Lingering) {
      return false;
    }
    num_existing += life == Life::Alive || life == Life::Closing ? 1 : 0;
    num_closing += life == Life::Closing ? 1 : 0;
    num_free += life == Life::Free ? 1 : 0;
  }
  const auto lists = [&](const std::vector<std::uint32_t>& slots, std::size_t count, auto belongs) {
    return slots.size() == count && are_distinct_slots(slots, size) &&
           std::all_of(slots.begin(), slots.end(), belongs);
  };
  return lists(live_, num_existing, [&](std::uint32_t slot) { return exists(slot); }) &&
         lists(closing_, num_closing,
               [&](std::uint32_t slot) { return life_[slot] == Life::Closing; }) &&
         lists(free_, num_free, [&](std::uint32_t slot) { return life_[slot] == Life::Free; }) &&
         std::all_of(lingering_.begin(), lingering_.end(),
                     [&](const Lingerer& lingerer) { return lingerer.slot < size; });
}

bool Store::is_sound(std::uint32_t num_slots) const {
  const std::size_t size = fresh_.size();
  const auto fits = [&](const auto& column) { return column.size() == size; };
  const auto fits_kept = [&](const auto& column) { return column.size() == size * kept_; };
  if (size > num_slots || !std::all_of(columns_.begin(), columns_.end(), fits_kept) ||
      (kept_ == 1 ? !count_.empty() : !fits(count_))) {
    return false;
  }
  if (!lists_valued_) {
    return valued_.empty() && place_in_valued_.empty();
  }
  if (!fits(place_in_valued_)) {
    return false;
  }
  for (std::size_t place = 0; place < valued_.size(); ++place) {
    if (valued_[place] >= size || place_in_valued_[valued_[place]] != place ||
        fresh_[valued_[place]] == 0) {
      return false;
    }
  }
  return valued_.size() ==
         size - static_cast<std::size_t>(std::count(fresh_.begin(), fresh_.end(), 0U));
}

bool LocalClock::is_sound(std::uint32_t num_slots, std::int64_t now) const {
  if (head_ > entries_.size()) {
    return false;
  }
  constexpr std::int64_t kEarliest = -(kNever / 2);  // so that differences fit
  std::int64_t before = now;
  for (std::size_t i = head_; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    const std::int64_t step = entry.k < 1 ? 0 : multiple(period_, entry.k);
    if (entry.slot >= num_slots || entry.k < 1 || entry.spawned < kEarliest || entry.due < before ||
        (step != kNever && entry.due != kNever && entry.due - entry.spawned != step)) {
      return false;
    }
    before = entry.due;
  }
  return true;
}

bool State::is_sound() const {
  if (had_event && last_event > now) {
    return false;
  }
  for (std::uint32_t table = 0; table < tables.size(); ++table) {
    // What nobody spawns lives from the start on, for ever unless it has a close.
    const TablePlan& planned = plan.tables[table];
    const InstanceTable& instances = tables[table];
    if (!planned.spawned &&
        (instances.num_slots() != 1 || (!planned.closed && !instances.exists(0)))) {
      return false;
    }
    for (const std::uint32_t stream : plan.tables[table].members) {
      if (!stores[stream].is_sound(tables[table].num_slots())) {
        return false;
      }
    }
  }
  for (std::uint32_t i = 0; i < locals.size(); ++i) {
    if (!locals[i].is_sound(tables[plan.local_periods[i].table].num_slots(), now)) {
      return false;
    }
  }
  return std::all_of(globals.begin(), globals.end(), [&](const GlobalClock& clock) {
    return clock.k >= 1 && clock.due == multiple(clock.period, clock.k) && clock.due >= now;
  });
}

}  // namespace fairmon::engine
