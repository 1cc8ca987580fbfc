#include "report/collect/quarters.hpp"

#include <chrono>

namespace fairmon::report {

namespace {

std::int64_t begin_of(std::int32_t quarter) {
  using std::chrono::days;
  const int years = quarter >= 0 ? quarter / 4 : (quarter - 3) / 4;
  const auto month = static_cast<unsigned>(quarter - 4 * years) * 3 + 1;
  const std::chrono::sys_days day = std::chrono::year(1970 + years) / std::chrono::month(month) / 1;
  return static_cast<std::int64_t>(day.time_since_epoch().count()) * 86'400'000'000'000;
}

}  // namespace

std::int32_t Quarters::of(Timestamp time) {
  const std::int64_t absolute = start_ ? start_->ns + time.ns : time.ns;
  if (begin_ns_ < end_ns_ && absolute >= begin_ns_ && absolute < end_ns_) {
    return quarter_;
  }
  const std::int64_t day = absolute >= 0 ? absolute / 86'400'000'000'000
                                         : (absolute - 86'399'999'999'999) / 86'400'000'000'000;
  const std::chrono::year_month_day date{std::chrono::sys_days(std::chrono::days(day))};
  quarter_ = (static_cast<int>(date.year()) - 1970) * 4 +
             static_cast<std::int32_t>((static_cast<unsigned>(date.month()) - 1) / 3);
  begin_ns_ = begin_of(quarter_);
  end_ns_ = begin_of(quarter_ + 1);
  return quarter_;
}

std::string Quarters::name(std::int32_t quarter) {
  const int years = quarter >= 0 ? quarter / 4 : (quarter - 3) / 4;
  return std::to_string(1970 + years) + " Q" + std::to_string(quarter - 4 * years + 1);
}

}  // namespace fairmon::report
