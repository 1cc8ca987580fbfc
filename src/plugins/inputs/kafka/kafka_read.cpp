#include <algorithm>
#include <utility>

#include "plugins/inputs/kafka/kafka_source.hpp"

namespace fairmon::plugins::kafka_input {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMostAtOnce = 1000;
constexpr auto kWait = 50ms;
constexpr auto kWarnAfter = 10s;

}  // namespace

Result<void> KafkaSource::fetch(Lane& lane, std::chrono::milliseconds wait) {
  lane.fetched.clear();
  lane.at = 0;
  auto fetched = consumer_->take(lane.number, kMostAtOnce, wait);
  if (!fetched) {
    return std::move(fetched).error();
  }
  lane.fetched = std::move(fetched->records);
  lane.reached = std::max(lane.reached, fetched->end.value_or(0));
  if (!lane.fetched.empty()) {
    lane.heard = Clock::now();
  } else if (!input_.common.follow && lane.reached >= lane.range.end) {
    lane.done = true;
  }
  return {};
}

Result<void> KafkaSource::advance(Lane& lane, std::chrono::milliseconds wait) {
  if (lane.waits() && lane.at == lane.fetched.size()) {
    if (auto fetched = fetch(lane, wait); !fetched) {
      return fetched;
    }
  }
  if (!lane.waits() || lane.at == lane.fetched.size()) {
    return {};
  }
  if (!input_.common.follow && lane.fetched[lane.at].offset() >= lane.range.end) {
    lane.done = true;  // came after the run began
    consumer_->stop(lane.number);
    return {};
  }
  decode_head(lane);
  return {};
}

/// A record without a time that can be read stands where the one before it stood.
void KafkaSource::decode_head(Lane& lane) {
  lane.head = true;
  lane.time = lane.last;
  lane.row.clear();
  lane.trouble = decoder_->decode({lane.fetched[lane.at], lane.topic, lane.partition}, lane.row);
  if (!lane.trouble && !time_field_.empty()) {
    const auto& text = decoder_->time_text();
    if (!text) {
      lane.trouble = Trouble{"this record has no time", time_field_, {}, 0};
    } else if (const auto read = times_->read(*text); !read) {
      lane.trouble = Trouble{read.error(), time_field_, *text, 0};
    } else {
      lane.time = *read;
    }
  }
  if (lane.trouble) {
    decoder_->abandon();
  } else {
    decoder_->keep();
  }
}

bool KafkaSource::holds_back(const Lane& lane) const {
  return !input_.idle_after ||
         Clock::now() - lane.heard < std::chrono::nanoseconds(input_.idle_after->ns);
}

KafkaSource::Lane* KafkaSource::next_lane() {
  Lane* next = nullptr;
  for (Lane& lane : lanes_) {
    if (lane.head && (next == nullptr || lane.time < next->time)) {
      next = &lane;
    }
    if (lane.waits() && !context_.wall_clock && holds_back(lane)) {
      return nullptr;
    }
  }
  return next;
}

/// Waits for the first that has nothing, not for each.
Result<void> KafkaSource::look_everywhere(std::chrono::milliseconds wait) {
  for (Lane& lane : lanes_) {
    if (lane.waits()) {
      if (auto advanced = advance(lane, wait); !advanced) {
        return advanced;
      }
      wait = lane.waits() ? 0ms : wait;
    }
  }
  return {};
}

Result<ReadStatus> KafkaSource::read(EventBatch& batch) {
  const std::size_t before = batch.num_rows();
  decode_again();
  if (auto looked = look_everywhere(0ms); !looked) {
    return std::move(looked).error();
  }
  while (!batch.full()) {
    const bool some = batch.num_rows() > before;
    if (gate_->stop_error()) {
      return some ? Result<ReadStatus>(ReadStatus::More) : Result<ReadStatus>(*gate_->stop_error());
    }
    if (Lane* lane = next_lane()) {
      deliver(*lane, batch);
      if (auto advanced = advance(*lane, 0ms); !advanced) {
        return std::move(advanced).error();
      }
      continue;
    }
    if (std::all_of(lanes_.begin(), lanes_.end(), [](const Lane& lane) { return lane.done; })) {
      return some ? ReadStatus::More : ReadStatus::End;
    }
    if (some) {
      return ReadStatus::More;
    }
    if (auto looked = look_everywhere(kWait); !looked) {
      return std::move(looked).error();
    }
    if (next_lane() == nullptr) {
      tell_waiting();
      return ReadStatus::Idle;
    }
  }
  return ReadStatus::More;
}

void KafkaSource::deliver(Lane& lane, EventBatch& batch) {
  Timestamp time = lane.time;
  Admission admission = Admission::Keep;
  if (lane.trouble) {
    admission = gate_->bad(error_of(lane));
  } else if (!time_field_.empty() && !gate_->in_order(time)) {
    admission = gate_->late(time, error_of(lane));
  }
  if (admission == Admission::Stop) {
    return;  // it stays the next one: whoever goes on meets it again
  }
  if (admission == Admission::Keep) {
    const std::size_t row = batch.add_row(time);
    for (std::size_t input = 0; input < batch.num_inputs(); ++input) {
      if (lane.row.column(input).has(0)) {
        batch.set(row, input, lane.row.column(input).cells[0]);
      }
    }
  }
  num_bad_ = gate_->num_bad();
  num_late_ = gate_->num_late();
  ++num_records_;
  lane.last = lane.time;
  lane.next = lane.fetched[lane.at].offset() + 1;
  lane.head = false;
  ++lane.at;
  if (std::exchange(told_waiting_, false) && context_.waiting) {
    context_.waiting({});
  }
}

/// Texts of rows that wait may have been taken out of the table.
void KafkaSource::decode_again() {
  if (context_.symbols->epoch() == epoch_) {
    return;
  }
  epoch_ = context_.symbols->epoch();
  for (Lane& lane : lanes_) {
    if (lane.head) {
      decode_head(lane);
    }
  }
}

void KafkaSource::tell_waiting() {
  const auto silent =
      std::find_if(lanes_.begin(), lanes_.end(), [&](const Lane& lane) { return lane.waits(); });
  if (silent == lanes_.end()) {
    return;
  }
  const bool others = std::any_of(lanes_.begin(), lanes_.end(), [](const Lane& lane) {
    return lane.head || lane.at < lane.fetched.size();
  });
  const std::string place =
      "partition " + std::to_string(silent->partition) + " of `" + silent->topic + "`";
  const std::string trouble = consumer_->client().last_trouble();
  if (context_.waiting) {
    told_waiting_ = true;
    context_.waiting("waiting for records in " + place + (trouble.empty() ? "" : "; " + trouble));
  }
  if (others && !warned_ && context_.warn && Clock::now() - silent->heard > kWarnAfter) {
    warned_ = true;
    context_.warn("nothing comes from " + place +
                  ", so records of other partitions wait: it could hold earlier ones; "
                  "--idle-after 30s lets them pass");
  }
}

RecordError KafkaSource::error_of(const Lane& lane) const {
  const kafka::Record& record = lane.fetched[lane.at];
  RecordError error;
  error.source = "`" + lane.topic + "`, partition " + std::to_string(lane.partition) + ", offset " +
                 std::to_string(record.offset());
  if (lane.trouble) {
    error.column = static_cast<std::uint32_t>(lane.trouble->column);
    error.field = lane.trouble->field;
    error.value = lane.trouble->value;
    error.message = lane.trouble->message;
  } else {
    error.field = time_field_;
  }
  error.raw = std::string(record.value().value_or(""));
  return error;
}

SourceProgress KafkaSource::progress() const {
  SourceProgress progress;
  progress.records = num_records_;
  if (gate_) {
    progress.bad_records = gate_->num_bad();
    progress.late_records = gate_->num_late();
  }
  std::int64_t all = 0;
  std::int64_t read = 0;
  for (const Lane& lane : lanes_) {
    all += lane.range.end - lane.range.first;
    read += std::min(lane.next, lane.range.end) - lane.range.first;
  }
  if (all > 0 && !input_.common.follow) {
    progress.share = static_cast<double>(read) / static_cast<double>(all);
  }
  return progress;
}

}  // namespace fairmon::plugins::kafka_input
