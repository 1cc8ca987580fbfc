#include "capi/session/session.hpp"

#include <algorithm>
#include <utility>

namespace fairmon::capi {

namespace {

/// Rows that are decoded and evaluated at once; what lies between them stays in the cache.
constexpr std::int64_t kRowsAtOnce = 1024;
/// Batches between two questions whether to go on.
constexpr std::int64_t kBatchesPerPause = 16;

Failure cancelled() {
  return {FAIRMON_CANCELLED, "the work was interrupted; nothing was applied", {}, {}, -1};
}

/// Gives a stream and its batches back.
class OwnedStream {
 public:
  explicit OwnedStream(ArrowArrayStream& stream) : stream_(stream) {}
  ~OwnedStream() {
    release(schema_);
    release(array_);
    release(stream_);
  }
  OwnedStream(const OwnedStream&) = delete;
  OwnedStream& operator=(const OwnedStream&) = delete;

  Outcome<void> open() {
    if (stream_.release == nullptr) {
      return bad_input("the stream of record batches was used up before");
    }
    return stream_.get_schema(&stream_, &schema_) == 0 ? Outcome<void>() : failure();
  }
  /// False at the end.
  Outcome<bool> next() {
    release(array_);
    if (stream_.get_next(&stream_, &array_) != 0) {
      array_.release = nullptr;
      return failure();
    }
    return array_.release != nullptr;
  }
  [[nodiscard]] const ArrowSchema& schema() const { return schema_; }
  [[nodiscard]] const ArrowArray& array() const { return array_; }

 private:
  template <typename Structure>
  static void release(Structure& structure) {
    if (structure.release != nullptr) {
      structure.release(&structure);
    }
  }
  Failure failure() {
    const std::string_view why = text_of(stream_.get_last_error(&stream_));
    return bad_input("the data could not be read: " +
                     std::string(why.empty() ? "their stream failed" : why));
  }

  ArrowArrayStream& stream_;
  ArrowSchema schema_{};
  ArrowArray array_{};
};

}  // namespace

Session::Session(Spec spec, SessionOptions options)
    : spec_(std::move(spec)),
      options_(std::move(options)),
      life_(std::make_unique<Life>(spec_, options_)),
      batch_(spec_.num_inputs(), static_cast<std::size_t>(kRowsAtOnce)) {}

void Session::reset() { life_ = std::make_unique<Life>(spec_, options_); }

void Session::undo_begin(bool was_running) {
  if (!was_running) {
    reset();
  }
}

template <typename Work>
Result<void> Session::judge(Work&& work) {
  verdicts_.clear();
  if (!options_.part) {
    return work(verdicts_);
  }
  narrow_.clear();
  Result<void> result = work(narrow_);
  options_.part->widen(narrow_, verdicts_);
  life_->places.look_at(verdicts_, life_->num_events);
  return result;
}

bool Session::asked_to_stop() const {
  return pause.callback != nullptr && pause.callback(pause.context) != 0;
}

Outcome<void> Session::begin_with(FrameDecoder& decoder) {
  if (life_->monitor || decoder.num_rows() == 0) {
    return {};
  }
  auto start = decoder.start_of(life_->clock);
  if (!start) {
    return std::move(start).error();
  }
  return begin(*start);
}

Outcome<void> Session::decode_all(FrameDecoder& decoder, std::int64_t first_row, Clock& clock,
                                  Timestamp& last, std::vector<EventBatch>& batches) {
  for (std::int64_t row = 0; row < decoder.num_rows(); row += kRowsAtOnce) {
    if (row / kRowsAtOnce % kBatchesPerPause == kBatchesPerPause - 1 && asked_to_stop()) {
      return cancelled();
    }
    const std::int64_t end = std::min(row + kRowsAtOnce, decoder.num_rows());
    batches.emplace_back(spec_.num_inputs(), static_cast<std::size_t>(end - row));
    auto decoded = decoder.decode(row, end, first_row, clock, last, life_->texts, batches.back());
    if (!decoded) {
      return decoded;
    }
  }
  return {};
}

/// Everything is decoded before anything is applied.
Outcome<void> Session::push(const ArrowSchema& schema, const ArrowArray& array) {
  FrameDecoder decoder(spec_.input_schema(), options_);
  std::vector<EventBatch> batches;
  const bool was_running = life_->monitor.has_value();
  Clock clock = life_->clock;
  Timestamp last = life_->last;
  auto done = decoder.open(schema, array);
  done = done ? begin_with(decoder) : std::move(done);
  done = done ? decode_all(decoder, 0, clock, last, batches) : std::move(done);
  if (!done) {
    undo_begin(was_running);
    return done;
  }
  return apply_all(batches, clock, last);
}

Outcome<void> Session::apply_all(const std::vector<EventBatch>& batches, const Clock& clock,
                                 Timestamp last) {
  life_->clock = clock;
  life_->last = last;
  Outcome<void> first;
  for (const EventBatch& batch : batches) {
    auto done = apply(batch);
    first = first ? std::move(done) : std::move(first);
  }
  collect_texts();
  return first;
}

Outcome<void> Session::push_stream(ArrowArrayStream& given, bool lazy) {
  OwnedStream stream(given);
  FrameDecoder decoder(spec_.input_schema(), options_);
  std::vector<EventBatch> batches;
  const bool was_running = life_->monitor.has_value();
  Clock clock = life_->clock;
  Timestamp last = life_->last;
  auto done = stream.open();
  std::int64_t first_row = 0;
  while (done) {
    auto more = stream.next();
    if (!more || !*more) {
      done = more ? Outcome<void>() : Outcome<void>(std::move(more).error());
      break;
    }
    done = decoder.open(stream.schema(), stream.array());
    done = done ? begin_with(decoder) : std::move(done);
    if (done) {
      done = lazy ? apply_lazily(decoder, first_row)
                  : decode_all(decoder, first_row, clock, last, batches);
    }
    first_row += decoder.num_rows();
  }
  if (lazy) {
    return done;
  }
  if (!done) {
    undo_begin(was_running);
    return done;
  }
  return apply_all(batches, clock, last);
}

Outcome<void> Session::apply_lazily(FrameDecoder& decoder, std::int64_t first_row) {
  for (std::int64_t row = 0; row < decoder.num_rows(); row += kRowsAtOnce) {
    if (row / kRowsAtOnce % kBatchesPerPause == 0 && asked_to_stop()) {
      return cancelled();
    }
    const std::int64_t end = std::min(row + kRowsAtOnce, decoder.num_rows());
    auto done =
        decoder.decode(row, end, first_row, life_->clock, life_->last, life_->texts, batch_);
    done = done ? apply(batch_) : std::move(done);
    if (!done) {
      Failure failure = std::move(done).error();
      failure.row += failure.status == FAIRMON_EVALUATION && failure.row >= 0 ? first_row + row : 0;
      return failure;
    }
    collect_texts();
  }
  return {};
}

Outcome<void> Session::decode_row(const Rows& rows, std::size_t row, Clock& clock, Timestamp& last,
                                  EventBatch& batch) {
  const fairmon_value absent{FAIRMON_ABSENT, 0, 0.0, nullptr, 0};
  const auto moment = clock.read(rows.times == nullptr ? absent : rows.times[row]);
  if (!moment || *moment < last) {
    Failure failure = bad_input(
        "the time of event " + std::to_string(row) + " " +
        (moment ? "lies before that of the event before it; events come in the order of time"
                : moment.error()));
    failure.column = options_.time;
    failure.row = static_cast<std::int64_t>(row);
    return failure;
  }
  if (!life_->monitor) {
    if (auto begun = begin(clock.start()); !begun) {
      return begun;
    }
  }
  last = *moment;
  const std::size_t target = batch.add_row(*moment);
  const auto& inputs = spec_.input_schema().inputs;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (!inputs[i].needed) {
      continue;
    }
    const auto cell =
        cell_of_value(inputs[i], rows.inputs[row * rows.num_inputs + i], life_->texts);
    if (!cell) {
      Failure failure = bad_input("the input `" + inputs[i].name + "` of event " +
                                  std::to_string(row) + ": " + cell.error());
      failure.stream = inputs[i].name;
      failure.row = static_cast<std::int64_t>(row);
      return failure;
    }
    if (cell->has_value()) {
      batch.set(target, i, **cell);
    }
  }
  return {};
}

Outcome<void> Session::push_rows(const Rows& rows) {
  if (rows.num_inputs != spec_.num_inputs()) {
    return usage("an event needs one value for each of the " + std::to_string(spec_.num_inputs()) +
                 " inputs");
  }
  const bool was_running = life_->monitor.has_value();
  Clock clock = life_->clock;
  Timestamp last = life_->last;
  std::vector<EventBatch> full;
  batch_.clear();
  for (std::size_t row = 0; row < rows.num_rows; ++row) {
    if (batch_.full()) {
      full.push_back(batch_);
      batch_.clear();
    }
    if (auto decoded = decode_row(rows, row, clock, last, batch_); !decoded) {
      undo_begin(was_running);
      return decoded;
    }
  }
  if (!full.empty()) {
    full.push_back(batch_);
    return apply_all(full, clock, last);
  }
  life_->clock = clock;
  life_->last = last;
  auto done = rows.num_rows == 0 ? Outcome<void>() : apply(batch_);
  collect_texts();
  return done;
}

Outcome<void> Session::advance(const fairmon_value& time) {
  Clock clock = life_->clock;
  const auto moment = clock.read_moment(time);
  if (!moment || *moment < life_->reached) {
    return bad_input(
        "the time " +
        (moment ? "lies before what is decided already; time never goes back" : moment.error()));
  }
  if (!life_->monitor) {
    if (auto begun = begin(clock.start()); !begun) {
      return begun;
    }
  }
  life_->clock = std::move(clock);
  life_->last = std::max(life_->last, *moment);
  auto result =
      judge([&](VerdictBatch& verdicts) { return life_->monitor->advance_to(*moment, verdicts); });
  auto noted = note_verdicts(std::move(result), nullptr);
  collect_texts();
  return noted;
}

Outcome<void> Session::finish() {
  if (!life_->monitor) {
    return {};
  }
  auto result = judge([&](VerdictBatch& verdicts) { return life_->monitor->finish(verdicts); });
  return note_verdicts(std::move(result), nullptr);
}

Outcome<void> Session::apply(const EventBatch& batch) {
  auto result =
      judge([&](VerdictBatch& verdicts) { return life_->monitor->accept(batch, verdicts); });
  return note_verdicts(std::move(result), &batch);
}

}  // namespace fairmon::capi
