#include "kafka/consumer.hpp"

#include <utility>

#include "kafka/library.hpp"

namespace fairmon::kafka {

namespace {

constexpr int kOffsetsMs = 15'000;

std::optional<std::string_view> view_of(const void* data, std::size_t size) {
  return data == nullptr ? std::nullopt
                         : std::optional(std::string_view(static_cast<const char*>(data), size));
}

}  // namespace

Record::~Record() {
  if (message_ != nullptr) {
    library().message_destroy(message_);
  }
}

std::optional<std::string_view> Record::value() const {
  return view_of(message_->payload, message_->len);
}

std::optional<std::string_view> Record::key() const {
  return view_of(message_->key, message_->key_len);
}

std::optional<std::string_view> Record::header(const std::string& name) const {
  rd_kafka_headers_t* headers = nullptr;
  const void* value = nullptr;
  std::size_t size = 0;
  if (library().message_headers(message_, &headers) != RD_KAFKA_RESP_ERR_NO_ERROR ||
      library().header_get_last(headers, name.c_str(), &value, &size) !=
          RD_KAFKA_RESP_ERR_NO_ERROR) {
    return std::nullopt;
  }
  return view_of(value, size);
}

std::int64_t Record::offset() const { return message_->offset; }

std::optional<std::int64_t> Record::timestamp_ms() const {
  rd_kafka_timestamp_type_t type = RD_KAFKA_TIMESTAMP_NOT_AVAILABLE;
  const std::int64_t time = library().message_timestamp(message_, &type);
  return type == RD_KAFKA_TIMESTAMP_NOT_AVAILABLE ? std::nullopt : std::optional(time);
}

Result<std::unique_ptr<Consumer>> Consumer::open(const ClientSettings& settings) {
  // Each partition has a queue of its own, which is full at so many kilobytes: one that is ahead
  // of the others in time waits for them without filling the memory.
  auto client = Client::open(ClientKind::Consumer, settings,
                             {{"enable.auto.commit", "false"},
                              {"enable.partition.eof", "true"},
                              {"isolation.level", "read_committed"},
                              {"auto.offset.reset", "error"},
                              {"allow.auto.create.topics", "false"},
                              {"queued.max.messages.kbytes", "8192"}});
  if (!client) {
    return std::move(client).error();
  }
  return std::unique_ptr<Consumer>(new Consumer(std::move(*client)));
}

Consumer::~Consumer() {
  for (std::size_t number = 0; number < readings_.size(); ++number) {
    stop(number);
    library().topic_destroy(readings_[number].handle);
  }
}

Result<OffsetRange> Consumer::range(const std::string& topic, std::int32_t partition) {
  OffsetRange range;
  const rd_kafka_resp_err_t failed = library().query_watermark_offsets(
      client_->handle(), topic.c_str(), partition, &range.first, &range.end, kOffsetsMs);
  if (failed != RD_KAFKA_RESP_ERR_NO_ERROR) {
    return client_->failure(
        "cannot find out where partition " + std::to_string(partition) + " of `" + topic + "` ends",
        library().err2str(failed));
  }
  return range;
}

Result<std::size_t> Consumer::start(const std::string& topic, std::int32_t partition,
                                    std::int64_t offset) {
  Reading reading{topic, partition, nullptr, true};
  reading.handle = library().topic_new(client_->handle(), topic.c_str(), nullptr);
  if (reading.handle == nullptr ||
      library().consume_start(reading.handle, partition, offset) != 0) {
    return client_->failure(
        "cannot read partition " + std::to_string(partition) + " of `" + topic + "`",
        library().err2str(library().last_error()));
  }
  readings_.push_back(std::move(reading));
  return readings_.size() - 1;
}

void Consumer::stop(std::size_t number) {
  if (std::exchange(readings_[number].going, false)) {
    library().consume_stop(readings_[number].handle, readings_[number].partition);
  }
}

Result<Fetched> Consumer::take(std::size_t number, std::size_t most,
                               std::chrono::milliseconds wait) {
  Reading& reading = readings_[number];
  client_->poll();
  if (reading.failed) {
    return *reading.failed;
  }
  messages_.resize(most);
  const auto count = library().consume_batch(
      reading.handle, reading.partition, static_cast<int>(wait.count()), messages_.data(), most);
  Fetched fetched;
  for (std::size_t i = 0; count > 0 && i < static_cast<std::size_t>(count); ++i) {
    rd_kafka_message_t* message = messages_[i];
    if (message->err == RD_KAFKA_RESP_ERR_NO_ERROR) {
      fetched.records.emplace_back(message);
      continue;
    }
    const Record owner(message);
    if (message->err == RD_KAFKA_RESP_ERR__PARTITION_EOF) {
      fetched.end = message->offset;
    } else if (message->err == RD_KAFKA_RESP_ERR__AUTO_OFFSET_RESET) {
      reading.failed =
          Error(ErrorCode::Input,
                "the next record of partition " + std::to_string(reading.partition) + " of `" +
                    reading.topic +
                    "` is not there any more: the topic keeps records for a shorter time than "
                    "the run needs them, or was created anew");
    } else if (message->err != RD_KAFKA_RESP_ERR__TRANSPORT &&
               message->err != RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN &&
               message->err != RD_KAFKA_RESP_ERR__TIMED_OUT) {
      reading.failed =
          client_->failure("cannot read partition " + std::to_string(reading.partition) + " of `" +
                               reading.topic + "`",
                           library().err2str(message->err));
    }
  }
  if (reading.failed && fetched.records.empty()) {
    return *reading.failed;
  }
  return fetched;
}

}  // namespace fairmon::kafka
