#pragma once

#include <fairmon/time_format.hpp>

#include <cstdint>
#include <string>
#include <vector>

#include "plugins/inputs/csv/column_decoder.hpp"
#include "plugins/inputs/csv/rows.hpp"

namespace fairmon::plugins::csv {

/// Reads the times of many records at once, before the start of the run is taken into account.
class TimeColumn {
 public:
  explicit TimeColumn(std::size_t field) : field_(field) {}

  /// `raw` gets one number of nanoseconds per row; rows without a readable time go to `bad`.
  void decode(const Rows& rows, const TimeReader& reader, std::vector<std::int64_t>& raw,
              std::vector<BadField>& bad);
  [[nodiscard]] std::size_t field() const { return field_; }

 private:
  /// `many` reads as many rows as it can at once, `quick` one field.
  template <class Many, class Quick>
  void decode_with(const Many& many, const Quick& quick, const Rows& rows, const TimeReader& reader,
                   std::vector<std::int64_t>& raw, std::vector<BadField>& bad);
  bool quick_date(const char* begin, const char* end, std::int64_t& ns);

  std::size_t field_;
  char known_date_[10] = {};     ///< the date read last,
  std::int64_t known_days_ = 0;  ///< and the nanoseconds up to it
  std::string scratch_;
};

}  // namespace fairmon::plugins::csv
