#include "plugins/reading/record_gate.hpp"

#include <fairmon/time_format.hpp>

#include <utility>

namespace fairmon::plugins {

RecordGate::RecordGate(const SourceContext& context)
    : on_bad_(context.on_bad_record),
      on_late_(context.on_late),
      wait_ns_(on_late_ == LatePolicy::Wait ? context.late_wait.ns : -1),
      report_(context.report) {}

Admission RecordGate::bad(RecordError error) {
  ++num_bad_;
  if (on_bad_ == RecordPolicy::Stop) {
    Error stop(ErrorCode::Input, error.to_string());
    stop.context.push_back(
        "to go on without such records, say --on-bad-record skip (and --quarantine FILE to keep "
        "them)");
    stop_error_ = std::move(stop);
    return Admission::Stop;
  }
  if (report_) {
    report_(error);
  }
  return Admission::Drop;
}

Admission RecordGate::late(Timestamp& time, RecordError error) {
  ++num_late_;
  if (on_late_ == LatePolicy::AcceptNow) {
    time = last_;
    return Admission::Keep;
  }
  const TimeWriter writer;
  if (time.ns < 0) {
    error.message = "this time lies before the start of the run";
  } else {
    error.message = "this record is late: at ";
    writer.append(error.message, time);
    error.message += " s after one at ";
    writer.append(error.message, last_);
    error.message += " s";
  }
  if (on_late_ == LatePolicy::Stop) {
    Error stop(ErrorCode::Input, error.to_string());
    stop.context.push_back(
        "sort the data by time, or say --on-late skip, --on-late accept (at the current time) or "
        "--on-late wait=10s (put into its place)");
    stop_error_ = std::move(stop);
    return Admission::Stop;
  }
  if (report_) {
    report_(error);
  }
  return Admission::Drop;
}

}  // namespace fairmon::plugins
