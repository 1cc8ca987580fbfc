#include "plugins/inputs/push/push_source.hpp"

#include <charconv>
#include <chrono>
#include <sstream>
#include <utility>

namespace fairmon::plugins::push {

namespace {
constexpr std::chrono::milliseconds kWait{100};
}

Result<void> PushSource::open(const SourceContext& context) {
  context_ = context;
  gate_.emplace(context);
  auto decoder = bind_pushed(context, input_);
  if (!decoder) {
    return std::move(decoder).error();
  }
  decoder_.emplace(std::move(*decoder));
  CommonInput common = input_.common;
  if (auto told = apply_reading(context.schema.reading, common); !told) {
    return told;
  }
  times_.emplace(input_.arrival ? TimeFormat::UnixNanos : common.time_format, context.start_time,
                 context.start_at_midnight);
  next_ = place_.from;
  reader_ = std::make_unique<eventlog::LogReader>(*log_, next_);
  if (observer_) {
    observer_->started(0, next_);
  }
  // What is behind the oldest event is only there for a run that goes on; it brings its own start.
  return log_->facts().first > next_ ? Result<void>() : learn_start();
}

/// A run starts at its first event.
Result<void> PushSource::learn_start() {
  while (place_.follow && !log_->wait_for(next_, kWait)) {
    if (context_.stop != nullptr && context_.stop->load()) {
      return Error(ErrorCode::Cancelled, "stopped before the first event came");
    }
    if (context_.waiting) {
      context_.waiting("waiting for the first event");
    }
  }
  if (context_.waiting) {
    context_.waiting({});
  }
  eventlog::LogReader looker(*log_, next_);
  const auto frame = looker.next();
  if (!frame) {
    return frame.error();
  }
  if (!*frame) {
    return Error(ErrorCode::Input, "the log is empty");
  }
  TimeReader trial = *times_;
  EventBatch batch(context_.schema.inputs.size(), 1);
  const bool good = !decoder_->decode((*frame)->events.front().record, batch);
  decoder_->abandon();
  const auto text = input_.arrival ? std::optional<std::string_view>() : decoder_->time_text();
  const std::string arrival = std::to_string((*frame)->arrival_ns);
  if (input_.arrival ? trial.read(arrival).ok() : good && text && trial.read(*text).ok()) {
    trial.set_last({});
    times_ = trial;
  }
  return {};
}

Result<bool> PushSource::next_frame() {
  auto frame = reader_->next();
  if (!frame) {
    return std::move(frame).error();
  }
  frame_ = std::move(*frame);
  in_frame_ = 0;
  return frame_.has_value();
}

Result<ReadStatus> PushSource::read(EventBatch& batch) {
  const std::size_t before = batch.num_rows();
  while (!batch.full()) {
    const bool some = batch.num_rows() > before;
    if (gate_->stop_error()) {
      return some ? Result<ReadStatus>(ReadStatus::More) : Result<ReadStatus>(*gate_->stop_error());
    }
    if (frame_ && in_frame_ < frame_->events.size()) {
      take(frame_->events[in_frame_++], batch);
      continue;
    }
    auto more = next_frame();
    if (!more) {
      return std::move(more).error();
    }
    if (!*more && some) {
      return ReadStatus::More;
    }
    if (!*more && !place_.follow) {
      return ReadStatus::End;
    }
    if (!*more && !log_->wait_for(next_, kWait)) {
      return ReadStatus::Idle;
    }
  }
  return ReadStatus::More;
}

void PushSource::take(const eventlog::LoggedEvent& event, EventBatch& batch) {
  const std::uint64_t sequence = next_++;
  Admission admission = Admission::Keep;
  if (const auto trouble = decoder_->decode(event.record, batch)) {
    const RecordError error = error_of(*trouble, event.record);
    admission = gate_->bad(error);
    if (observer_) {
      observer_->skipped(sequence, error);
    }
  } else {
    Timestamp time;
    admission = place_row(event.record, time);
    batch.mutable_times().back() = time;
  }
  if (admission != Admission::Keep) {
    decoder_->abandon();
    return;
  }
  decoder_->keep();
  if (observer_) {
    observer_->delivered(num_delivered_, sequence);
  }
  ++num_delivered_;
}

Admission PushSource::place_row(const std::string& record, Timestamp& time) {
  const std::string arrival = std::to_string(frame_->arrival_ns);
  const auto text =
      input_.arrival ? std::optional<std::string_view>(arrival) : decoder_->time_text();
  const std::string& field = decoder_->time_field();
  std::optional<Trouble> trouble;
  if (!text) {
    trouble = Trouble{"this event has no time", field, {}, 0};
  } else if (const auto read = times_->read(*text); !read) {
    trouble = Trouble{read.error(), field, std::string(*text), 0};
  } else {
    time = *read;
    if (gate_->in_order(time)) {
      return Admission::Keep;
    }
  }
  RecordError error = error_of(
      trouble ? *trouble : Trouble{"this event is late", field, std::string(*text), 0}, record);
  const Admission admission = trouble ? gate_->bad(error) : gate_->late(time, error);
  if (observer_ && admission != Admission::Keep) {
    observer_->skipped(next_ - 1, error);
  }
  return admission;
}

RecordError PushSource::error_of(const Trouble& trouble, const std::string& record) const {
  RecordError error;
  error.source = "event " + std::to_string(next_ - 1);
  error.column = static_cast<std::uint32_t>(trouble.column);
  error.field = trouble.field;
  error.value = trouble.value;
  error.message = trouble.message;
  error.raw = record;
  return error;
}

SourceProgress PushSource::progress() const {
  SourceProgress progress;
  progress.records = next_ - place_.from;
  if (gate_) {
    progress.bad_records = gate_->num_bad();
    progress.late_records = gate_->num_late();
  }
  return progress;
}

std::string PushSource::position() const {
  const auto start = times_->start_time();
  std::ostringstream text;
  text << next_ << ' ' << num_delivered_ << ' ' << times_->last().ns << ' ' << gate_->last().ns
       << ' ' << static_cast<int>(times_->format()) << ' ' << (start ? start->ns : 0) << ' '
       << start.has_value() << ' ' << gate_->num_bad() << ' ' << gate_->num_late();
  return text.str();
}

Result<void> PushSource::seek(std::string_view position) {
  std::istringstream in{std::string(position)};
  std::int64_t last = 0;
  std::int64_t latest = 0;
  int format = 0;
  std::int64_t start = 0;
  bool started = false;
  std::uint64_t bad = 0;
  std::uint64_t late = 0;
  in >> next_ >> num_delivered_ >> last >> latest >> format >> start >> started >> bad >> late;
  if (!in || format < 0 || format > static_cast<int>(TimeFormat::YearFirst)) {
    return Error(ErrorCode::Checkpoint, "the position in the log cannot be read");
  }
  times_.emplace(static_cast<TimeFormat>(format),
                 started ? std::optional(Timestamp{start}) : std::nullopt, false);
  times_->set_last({last});
  gate_->set_last({latest});
  gate_->set_counts(bad, late);
  reader_ = std::make_unique<eventlog::LogReader>(*log_, next_);
  frame_.reset();
  if (next_ > log_->facts().end) {
    return Error(ErrorCode::Checkpoint, "the checkpoint stands at event " + std::to_string(next_) +
                                            ", but the log ends before event " +
                                            std::to_string(log_->facts().end) +
                                            "; they do not belong together");
  }
  if (observer_) {
    observer_->started(num_delivered_, next_);
  }
  return {};
}

std::optional<std::uint64_t> PushSource::sequence_in(std::string_view position) {
  std::uint64_t sequence = 0;
  const auto [end, code] =
      std::from_chars(position.data(), position.data() + position.size(), sequence);
  return code == std::errc{} && end != position.data() ? std::optional(sequence) : std::nullopt;
}

}  // namespace fairmon::plugins::push
