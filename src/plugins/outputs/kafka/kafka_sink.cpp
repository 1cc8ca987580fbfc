#include "plugins/outputs/kafka/kafka_sink.hpp"

#include <utility>

namespace fairmon::plugins::kafka_output {

Result<void> KafkaSink::connect() {
  if (producer_) {
    return {};
  }
  auto producer = kafka::Producer::open(settings_.connection, settings_.group);
  if (!producer) {
    return std::move(producer).error();
  }
  producer_ = std::move(*producer);
  return {};
}

Result<void> KafkaSink::open(const Spec& spec, const SinkContext& context) {
  rows_.open(spec, context);
  lines_.emplace(rows_.factory(), rows_.times());
  if (auto connected = connect(); !connected) {
    return connected;
  }
  // Otherwise records for a topic that is not there would wait for it.
  auto topic = producer_->client().topic(settings_.topic);
  return topic ? Result<void>() : std::move(topic).error();
}

Result<void> KafkaSink::write(const VerdictBatch& batch) {
  buffer_.clear();
  lines_->append_lines(buffer_, rows_.of(batch));
  for (std::size_t begin = 0; begin < buffer_.size();) {
    const std::size_t end = buffer_.find('\n', begin);
    const std::string_view line = std::string_view(buffer_).substr(begin, end - begin);
    if (auto written = producer_->write(settings_.topic, {}, line); !written) {
      return written;
    }
    begin = end + 1;
  }
  return {};
}

/// Records are on their way a few milliseconds later by themselves.
Result<void> KafkaSink::flush() {
  producer_->client().poll();
  return {};
}

Result<void> KafkaSink::sync() { return producer_->flush(); }

Result<void> KafkaSink::close(const RunSummary&) {
  if (!settings_.group.empty()) {
    producer_->abort();  // what is not committed will be decided again
    return {};
  }
  return producer_->flush();
}

Result<void> KafkaSink::rewind(std::string_view position) {
  const auto place = rows_.rewind(position);
  return place ? Result<void>() : place.error();
}

/// The producer comes first: it ends the transaction of a run that was killed, so that what can be
/// read then is all that was ever committed.
Result<std::optional<std::string>> KafkaSink::load() {
  if (auto connected = connect(); !connected) {
    return std::move(connected).error();
  }
  if (auto there = state_.ensure(producer_->client()); !there) {
    return std::move(there).error();
  }
  return state_.load(settings_.connection);
}

Result<void> KafkaSink::save(std::string_view state, std::string_view position) {
  // Asked for the first time before anything is read.
  const auto read = kafka::Position::from_text(position);
  if (!read) {
    return Error(ErrorCode::Usage,
                 "--exactly-once commits how far topics have been read, so it needs the input "
                 "`kafka`; for files there is --checkpoint");
  }
  if (auto written = state_.write(*producer_, state); !written) {
    return written;
  }
  return producer_->commit(settings_.group, *read);
}

}  // namespace fairmon::plugins::kafka_output
