#include "dsa/simulator/time_order.hpp"

#include <algorithm>

#include "dsa/client/instant.hpp"

namespace fairmon::dsa::simulator {

Cursor cursor_of(const Statement& statement) {
  return {statement.created_at * 1'000, statement.id};
}

std::shared_ptr<const TimeOrder::Day> TimeOrder::day(std::uint64_t number) const {
  const std::lock_guard lock(mutex_);
  if (!kept_ || kept_number_ != number) {
    auto made = std::make_shared<Day>();
    const std::uint64_t per_day = generator_.settings().per_day;
    made->reserve(per_day);
    for (std::uint64_t i = number * per_day; i < (number + 1) * per_day; ++i) {
      made->push_back({cursor_of(generator_.at(i)), i});
    }
    std::sort(made->begin(), made->end(),
              [](const Entry& a, const Entry& b) { return a.cursor < b.cursor; });
    kept_ = std::move(made);
    kept_number_ = number;
  }
  return kept_;
}

std::uint64_t TimeOrder::rank_after(const Cursor& cursor) const {
  const std::int64_t day_number =
      cursor.created_ms / 1'000 / kSecondsPerDay - generator_.settings().first_day;
  if (day_number < 0) {
    return 0;
  }
  const auto number = static_cast<std::uint64_t>(day_number);
  if (number >= generator_.settings().num_days) {
    return generator_.size();
  }
  const auto all = day(number);
  const auto found = std::upper_bound(all->begin(), all->end(), cursor,
                                      [](const Cursor& a, const Entry& b) { return a < b.cursor; });
  return number * generator_.settings().per_day + static_cast<std::uint64_t>(found - all->begin());
}

std::uint64_t TimeOrder::Walk::position(std::uint64_t rank) {
  const std::uint64_t per_day = order_.generator_.settings().per_day;
  if (!day_ || number_ != rank / per_day) {
    number_ = rank / per_day;
    day_ = order_.day(number_);
  }
  return (*day_)[rank % per_day].position;
}

}  // namespace fairmon::dsa::simulator
