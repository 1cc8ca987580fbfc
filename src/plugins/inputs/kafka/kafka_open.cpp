// Opening: which partitions there are, what the first records look like, going on from a position.

#include <algorithm>
#include <utility>

#include "plugins/inputs/kafka/kafka_source.hpp"
#include "support/packing.hpp"

namespace fairmon::plugins::kafka_input {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t kSurveyed = 100;

}  // namespace

Result<void> KafkaSource::open(const SourceContext& context) {
  context_ = context;
  gate_.emplace(context);
  const InputSchema::Reading& reading = context.schema.reading;
  if (auto told = apply_reading(reading, input_.common); !told) {
    return told;
  }
  if (input_.common.interval) {
    return Error(ErrorCode::Usage,
                 "the tag `input_delay` counts records, and those of several partitions have no "
                 "common count; say --time-column @timestamp for the time of the record itself");
  }
  if (input_.format == ValueFormat::Csv && input_.columns.empty()) {
    if (reading.columns.empty()) {
      return Error(ErrorCode::Usage,
                   "values that are lines of CSV have no header: name their columns with "
                   "--columns A,B,C");
    }
    input_.columns = csv::named_columns(reading.columns, input_.delimiter);
  }
  times_.emplace(input_.common.time_format, context.start_time, context.start_at_midnight);
  auto consumer = kafka::Consumer::open(input_.connection);
  if (!consumer) {
    return std::move(consumer).error();
  }
  consumer_ = std::move(*consumer);
  if (auto found = find_lanes(); !found || context.resumes) {
    return found;
  }
  if (auto started = start_lanes(); !started) {
    return started;
  }
  if (auto waited = wait_for_first(); !waited) {
    return waited;
  }
  return survey();
}

Result<void> KafkaSource::find_lanes() {
  auto cluster = consumer_->client().cluster();
  if (!cluster) {
    return std::move(cluster).error();
  }
  identity_ = "cluster " + *cluster;
  for (const std::string& topic : input_.topics) {
    identity_ += ", topic " + topic;
    const auto facts = consumer_->client().topic(topic);
    if (!facts) {
      return facts.error();
    }
    for (std::int32_t partition = 0; partition < facts->num_partitions; ++partition) {
      Lane& lane = lanes_.emplace_back();
      lane.topic = topic;
      lane.partition = partition;
      lane.row = EventBatch(context_.schema.inputs.size(), 1);
      const auto range = consumer_->range(topic, partition);
      if (!range) {
        return range.error();
      }
      lane.range = *range;
      lane.next = input_.from_end ? range->end : range->first;
    }
  }
  return {};
}

Result<void> KafkaSource::start_lanes() {
  for (Lane& lane : lanes_) {
    lane.heard = Clock::now();
    lane.done = !input_.common.follow && lane.next >= lane.range.end;
    const auto number = consumer_->start(lane.topic, lane.partition, lane.next);
    if (!number) {
      return number.error();
    }
    lane.number = *number;
  }
  return {};
}

/// The run starts with the earliest record, so all partitions have to show their first one.
Result<void> KafkaSource::wait_for_first() {
  const auto missing = [&](const Lane& lane) { return !lane.done && lane.fetched.empty(); };
  while (std::any_of(lanes_.begin(), lanes_.end(), missing)) {
    bool some = false;
    bool waits = false;
    for (Lane& lane : lanes_) {
      if (missing(lane)) {
        if (auto fetched = fetch(lane, waits ? 0ms : 50ms); !fetched) {
          return fetched;
        }
        waits = true;
      }
      some = some || !lane.fetched.empty();
    }
    const bool held = std::any_of(lanes_.begin(), lanes_.end(), [&](const Lane& lane) {
      return missing(lane) && holds_back(lane);
    });
    if (!held && some) {
      break;
    }
    if (context_.stop != nullptr && context_.stop->load()) {
      return Error(ErrorCode::Cancelled, "stopped before the first record came");
    }
    tell_waiting();
  }
  if (context_.waiting) {
    context_.waiting({});
  }
  return {};
}

std::vector<std::string_view> KafkaSource::values_at_hand() const {
  std::vector<std::string_view> values;
  for (const Lane& lane : lanes_) {
    for (const kafka::Record& record : lane.fetched) {
      if (values.size() < kSurveyed && record.value()) {
        values.push_back(*record.value());
      }
    }
  }
  return values;
}

Result<std::string> KafkaSource::time_field(const std::vector<std::string_view>& values) const {
  if (context_.wall_clock || !input_.common.time_field.empty()) {
    return context_.wall_clock ? std::string() : input_.common.time_field;
  }
  std::vector<std::string> names = input_.columns;
  if (input_.format == ValueFormat::Json) {
    RecordDecoder looker({}, PathTree{}, std::nullopt);
    std::vector<bool> none;
    for (const std::string_view value : values) {
      looker.survey(value, none, names);
    }
    if (names.empty()) {
      return Error(ErrorCode::Input,
                   "expected one JSON object per record, but none of the first records is one; "
                   "lines of CSV are read with --value-format csv");
    }
  }
  const auto field = find_time_field(input_.common, names);
  if (!field) {
    return Error(ErrorCode::Input,
                 "the records have no field called time, ts or timestamp; name the one that holds "
                 "the time with --time-column FIELD, or say --time-column @timestamp for the time "
                 "that Kafka keeps with every record");
  }
  return names[*field];
}

Result<void> KafkaSource::survey() {
  const std::vector<std::string_view> values = values_at_hand();
  const bool any = std::any_of(lanes_.begin(), lanes_.end(),
                               [](const Lane& lane) { return !lane.fetched.empty(); });
  if (!any) {
    return Error(ErrorCode::Input, "there are no records in `" + input_.topics.front() + "`" +
                                       (input_.topics.size() > 1 ? " and the others" : "") +
                                       "; --follow waits for them");
  }
  auto field = time_field(values);
  if (!field) {
    return std::move(field).error();
  }
  if (auto bound = bind(*field); !bound) {
    return bound;
  }
  if (auto learnt = learn_start(*field); !learnt) {
    return learnt;
  }
  return input_.allow_absent ? Result<void>() : decoder_->check_fields(values);
}

Result<void> KafkaSource::bind(const std::string& field) {
  time_field_ = field;
  if (field == "@timestamp" && times_->format() == TimeFormat::Auto) {
    times_.emplace(TimeFormat::UnixMillis, context_.start_time, context_.start_at_midnight);
  }
  if (lanes_.size() > 1 && (times_->format() == TimeFormat::OffsetSeconds ||
                            times_->format() == TimeFormat::OffsetNanos)) {
    return Error(ErrorCode::Usage, "times since the record before cannot put the records of " +
                                       std::to_string(lanes_.size()) + " partitions in order");
  }
  auto decoder = ValueDecoder::bind(context_, input_, field);
  if (!decoder) {
    return std::move(decoder).error();
  }
  decoder_.emplace(std::move(*decoder));
  epoch_ = context_.symbols->epoch();
  return {};
}

/// With calendar times the run starts at the earliest of the first ones. Texts are looked at apart:
/// a run that goes on would number them otherwise.
Result<void> KafkaSource::learn_start(const std::string& field) {
  if (field.empty() || times_->start_time()) {
    return {};
  }
  SourceContext apart = context_;
  apart.symbols = std::make_shared<SymbolTable>();
  auto looker = ValueDecoder::bind(apart, input_, field);
  if (!looker) {
    return std::move(looker).error();
  }
  std::optional<TimeReader> earliest;
  std::optional<std::int64_t> least;
  EventBatch row(context_.schema.inputs.size(), 1);
  for (const Lane& lane : lanes_) {
    if (lane.fetched.empty()) {
      continue;
    }
    row.clear();
    const bool good = !looker->decode({lane.fetched.front(), lane.topic, lane.partition}, row);
    looker->abandon();
    TimeReader trial = *times_;
    if (!good || !looker->time_text() || !trial.read(*looker->time_text())) {
      continue;
    }
    const auto raw = trial.raw(*looker->time_text());
    if (raw && (!least || *raw < *least)) {
      least = raw;
      trial.set_last({});
      earliest = trial;
    }
  }
  times_ = earliest ? earliest : times_;
  return {};
}

std::string KafkaSource::position() const {
  kafka::Position position;
  for (const Lane& lane : lanes_) {
    position.places.push_back({lane.topic, lane.partition, lane.next, lane.last.ns});
  }
  const auto start = times_->start_time();
  support::pack(position.rest, time_field_);
  support::pack_signed(position.rest, times_->last().ns);
  support::pack_signed(position.rest, gate_->last().ns);
  support::pack(position.rest, static_cast<std::uint64_t>(times_->format()));
  support::pack(position.rest, std::uint64_t{start.has_value()});
  support::pack_signed(position.rest, start ? start->ns : 0);
  support::pack(position.rest, num_records_);
  support::pack(position.rest, num_bad_);
  support::pack(position.rest, num_late_);
  return position.to_text();
}

Result<void> KafkaSource::seek(std::string_view text) {
  const auto position = kafka::Position::from_text(text);
  support::Unpacker in(position ? position->rest : std::string_view());
  const std::string field = in.text();
  const std::int64_t last = in.signed_number();
  const std::int64_t latest = in.signed_number();
  const std::uint64_t format = in.number();
  const bool started = in.flag();
  const std::int64_t start = in.signed_number();
  num_records_ = in.number();
  num_bad_ = in.number();
  num_late_ = in.number();
  if (!position || !in.complete() || format > static_cast<std::uint64_t>(TimeFormat::YearFirst)) {
    return Error(ErrorCode::Checkpoint, "the position in the topics cannot be read");
  }
  times_.emplace(static_cast<TimeFormat>(format),
                 started ? std::optional(Timestamp{start}) : std::nullopt, false);
  times_->set_last({last});
  gate_->set_last({latest});
  gate_->set_counts(num_bad_, num_late_);
  for (const kafka::PartitionPlace& place : position->places) {
    const auto lane = std::find_if(lanes_.begin(), lanes_.end(), [&](const Lane& one) {
      return one.topic == place.topic && one.partition == place.partition;
    });
    const bool there = lane != lanes_.end() && place.next <= lane->range.end;
    if (!there || place.next < lane->range.first) {
      return Error(ErrorCode::Checkpoint,
                   "the run goes on at offset " + std::to_string(place.next) + " of partition " +
                       std::to_string(place.partition) + " of `" + place.topic + "`, which is " +
                       (there ? "deleted already (the topic keeps records from offset " +
                                    std::to_string(lane->range.first) + " on)"
                              : "not there: the topic was created anew"));
    }
    lane->next = place.next;
    lane->last = {place.last_ns};
  }
  if (auto started_all = start_lanes(); !started_all) {
    return started_all;
  }
  return bind(field);
}

}  // namespace fairmon::plugins::kafka_input
