#pragma once

#include <fairmon/event_source.hpp>

#include <cstdint>
#include <optional>

namespace fairmon::plugins {

/// What becomes of a record.
enum class Admission : std::uint8_t { Keep, Drop, Stop };

/// Applies the policies for bad and late records, and counts them. After `Stop`, `stop_error` says
/// why.
class RecordGate {
 public:
  explicit RecordGate(const SourceContext& context);

  [[nodiscard]] Admission bad(RecordError error);
  /// True if a record of this time may pass as it is; under the policy *wait* also one that is not
  /// too far behind the latest.
  [[nodiscard]] bool in_order(Timestamp time) noexcept {
    if (time < last_) {
      return time.ns >= 0 && last_.ns - time.ns <= wait_ns_;
    }
    last_ = time;
    return true;
  }
  /// Decides about a record that was not in order; `time` is set to the latest time if it is kept.
  [[nodiscard]] Admission late(Timestamp& time, RecordError error);

  [[nodiscard]] std::optional<Error> stop_error() const { return stop_error_; }
  [[nodiscard]] std::uint64_t num_bad() const { return num_bad_; }
  [[nodiscard]] std::uint64_t num_late() const { return num_late_; }
  [[nodiscard]] Timestamp last() const { return last_; }
  void set_last(Timestamp last) { last_ = last; }
  void set_counts(std::uint64_t bad, std::uint64_t late) {
    num_bad_ = bad;
    num_late_ = late;
  }

 private:
  RecordPolicy on_bad_;
  LatePolicy on_late_;
  std::int64_t wait_ns_;
  std::function<void(const RecordError&)> report_;
  std::optional<Error> stop_error_;
  std::uint64_t num_bad_ = 0;
  std::uint64_t num_late_ = 0;
  Timestamp last_;
};

}  // namespace fairmon::plugins
