#include "kafka/state_topic.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

#include "kafka/library.hpp"
#include "support/packing.hpp"

namespace fairmon::kafka {

namespace {

/// Brokers take records of a megabyte unless told otherwise.
constexpr std::size_t kPieceBytes = std::size_t{1} << 19;
constexpr int kCreateMs = 30'000;

rd_kafka_resp_err_t outcome_of(rd_kafka_event_t* event) {
  if (event == nullptr) {
    return RD_KAFKA_RESP_ERR__TIMED_OUT;
  }
  rd_kafka_resp_err_t outcome = library().event_error(event);
  std::size_t count = 0;
  if (const auto* result = library().event_CreateTopics_result(event);
      outcome == RD_KAFKA_RESP_ERR_NO_ERROR && result != nullptr) {
    const auto* const* topics = library().CreateTopics_result_topics(result, &count);
    outcome = count > 0 ? library().topic_result_error(topics[0]) : outcome;
  }
  library().event_destroy(event);
  return outcome;
}

}  // namespace

/// Asking first whether it is there would make some clusters create it, with other settings.
Result<void> StateTopic::ensure(Client& client) {
  const Functions& kafka = library();
  rd_kafka_NewTopic_t* wanted = kafka.NewTopic_new(topic_.c_str(), 1, -1, nullptr, 0);
  for (const auto& [name, value] :
       {std::pair("cleanup.policy", "compact"), std::pair("segment.bytes", "67108864"),
        std::pair("min.cleanable.dirty.ratio", "0.2")}) {
    kafka.NewTopic_set_config(wanted, name, value);
  }
  rd_kafka_queue_t* answers = kafka.queue_new(client.handle());
  kafka.CreateTopics(client.handle(), &wanted, 1, nullptr, answers);
  const rd_kafka_resp_err_t outcome = outcome_of(kafka.queue_poll(answers, kCreateMs));
  kafka.queue_destroy(answers);
  kafka.NewTopic_destroy(wanted);
  // Who may not create topics may still use one; reading it will tell.
  const bool fine = outcome == RD_KAFKA_RESP_ERR_NO_ERROR ||
                    outcome == RD_KAFKA_RESP_ERR_TOPIC_ALREADY_EXISTS ||
                    outcome == RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED ||
                    outcome == RD_KAFKA_RESP_ERR_CLUSTER_AUTHORIZATION_FAILED;
  if (!fine) {
    return client.failure("cannot create the topic `" + topic_ +
                              "` for the state of the run; create it with one partition and "
                              "cleanup.policy=compact, or name another with --state-topic",
                          kafka.err2str(outcome));
  }
  return {};
}

/// Collects pieces in the order of the log.
struct StateTopic::Pieces {
  std::map<std::uint64_t, std::pair<std::uint64_t, std::string>> newest;  ///< index: state, bytes
  std::uint64_t number = 0;
  std::uint64_t count = 0;

  Result<void> take(const Record& record, const std::string& group) {
    const auto key = record.key();
    if (!key || !record.value() || !key->starts_with(group + "/")) {
      return {};
    }
    support::Unpacker in(*record.value());
    const std::uint64_t of = in.number();
    const std::uint64_t index = in.number();
    const std::uint64_t pieces = in.number();
    std::string bytes = in.text();
    if (!in.complete() || index >= pieces) {
      return Error(ErrorCode::Checkpoint, "the record at offset " +
                                              std::to_string(record.offset()) +
                                              " is no piece of the state of a run");
    }
    newest[index] = {of, std::move(bytes)};
    number = of;
    count = pieces;
    return {};
  }

  Result<std::string> whole() const {
    std::string state;
    for (std::uint64_t index = 0; index < count; ++index) {
      const auto piece = newest.find(index);
      if (piece == newest.end() || piece->second.first != number) {
        return Error(ErrorCode::Checkpoint, "piece " + std::to_string(index + 1) + " of " +
                                                std::to_string(count) +
                                                " of the state of the run is missing");
      }
      state += piece->second.second;
    }
    return state;
  }
};

Result<std::optional<std::string>> StateTopic::load(const ClientSettings& settings) {
  auto consumer = Consumer::open(settings);
  if (!consumer) {
    return std::move(consumer).error();
  }
  const auto range = (*consumer)->range(topic_, 0);
  if (!range) {
    return range.error();
  }
  const auto reading = (*consumer)->start(topic_, 0, range->first);
  if (!reading) {
    return reading.error();
  }
  Pieces pieces;
  std::int64_t reached = range->first;
  auto heard = std::chrono::steady_clock::now();
  while (reached < range->end) {
    auto fetched = (*consumer)->take(*reading, 64, std::chrono::milliseconds(200));
    if (!fetched) {
      return std::move(fetched).error();
    }
    for (const Record& record : fetched->records) {
      if (auto taken = pieces.take(record, group_); !taken) {
        return std::move(taken).error().with_context("reading the topic `" + topic_ + "`");
      }
      reached = record.offset() + 1;
    }
    reached = std::max(reached, fetched->end.value_or(reached));
    const auto now = std::chrono::steady_clock::now();
    heard = fetched->records.empty() ? heard : now;
    if (now - heard > std::chrono::seconds(60)) {
      return (*consumer)->client().failure("the topic `" + topic_ + "` cannot be read to its end");
    }
  }
  number_ = pieces.number;
  if (pieces.count == 0) {
    return std::optional<std::string>();
  }
  auto state = pieces.whole();
  if (!state) {
    return std::move(state).error().with_context("reading the topic `" + topic_ + "`");
  }
  return std::optional(std::move(*state));
}

Result<void> StateTopic::write(Producer& producer, std::string_view state) {
  ++number_;
  const std::uint64_t count =
      std::max<std::uint64_t>(1, (state.size() + kPieceBytes - 1) / kPieceBytes);
  for (std::uint64_t index = 0; index < count; ++index) {
    std::string value;
    support::pack(value, number_);
    support::pack(value, index);
    support::pack(value, count);
    support::pack(value, state.substr(std::min(state.size(), index * kPieceBytes), kPieceBytes));
    auto written = producer.write(topic_, group_ + "/" + std::to_string(index), value);
    if (!written) {
      return written;
    }
  }
  return {};
}

}  // namespace fairmon::kafka
