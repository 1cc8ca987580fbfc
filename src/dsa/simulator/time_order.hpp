#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "dsa/client/cursor.hpp"
#include "dsa/simulator/statement.hpp"

namespace fairmon::dsa::simulator {

[[nodiscard]] Cursor cursor_of(const Statement& statement);

/// Statements in the order of time and, among equal times, of ids. Days do not mix, so that only
/// the order of the day asked for last is kept. Safe to use from several threads.
class TimeOrder {
 public:
  explicit TimeOrder(const Generator& generator) : generator_(generator) {}

  /// Rank of the first statement behind the cursor.
  [[nodiscard]] std::uint64_t rank_after(const Cursor& cursor) const;

 private:
  struct Entry {
    Cursor cursor;
    std::uint64_t position;
  };
  using Day = std::vector<Entry>;
  [[nodiscard]] std::shared_ptr<const Day> day(std::uint64_t number) const;

 public:
  /// Goes through the ranks and holds the day it is in, whatever others ask for meanwhile.
  class Walk {
   public:
    explicit Walk(const TimeOrder& order) : order_(order) {}
    /// Position (in the order of ids) of the statement of a rank.
    [[nodiscard]] std::uint64_t position(std::uint64_t rank);

   private:
    const TimeOrder& order_;
    std::uint64_t number_ = 0;
    std::shared_ptr<const Day> day_;
  };

 private:
  const Generator& generator_;
  mutable std::mutex mutex_;
  mutable std::uint64_t kept_number_ = 0;
  mutable std::shared_ptr<const Day> kept_;
};

}  // namespace fairmon::dsa::simulator
