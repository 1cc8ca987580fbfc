#include "kafka/producer.hpp"

#include <array>
#include <utility>

#include "kafka/library.hpp"

namespace fairmon::kafka {

namespace {

constexpr int kTransactionMs = 60'000;
constexpr int kAttempts = 5;

/// Tries again what may succeed later.
template <typename Call>
rd_kafka_error_t* insist(const Call& call) {
  rd_kafka_error_t* error = call();
  for (int i = 1; i < kAttempts && error != nullptr && library().error_is_retriable(error) != 0;
       ++i) {
    library().error_destroy(error);
    error = call();
  }
  return error;
}

bool is_fenced(rd_kafka_resp_err_t code) {
  return code == RD_KAFKA_RESP_ERR__FENCED || code == RD_KAFKA_RESP_ERR_PRODUCER_FENCED ||
         code == RD_KAFKA_RESP_ERR_INVALID_PRODUCER_EPOCH;
}

Error fenced(const std::string& name) {
  return {ErrorCode::Output,
          "another run of the group `" + name +
              "` has taken over, or this one said nothing for a minute; what it had not committed "
              "is taken back, and the next start goes on from the last commit"};
}

}  // namespace

Result<std::unique_ptr<Producer>> Producer::open(const ClientSettings& settings,
                                                 const std::string& name) {
  Properties own = {{"enable.idempotence", "true"}, {"linger.ms", "5"}};
  if (!name.empty()) {
    own.emplace_back("transactional.id", name);
    own.emplace_back("transaction.timeout.ms", std::to_string(kTransactionMs));
  }
  auto client = Client::open(ClientKind::Producer, settings, own);
  if (!client) {
    return std::move(client).error();
  }
  std::unique_ptr<Producer> producer(new Producer(std::move(*client), name));
  if (!name.empty()) {
    // Ends what a run of this name that was killed left open.
    rd_kafka_error_t* error = insist(
        [&] { return library().init_transactions(producer->client_->handle(), kTransactionMs); });
    if (error != nullptr) {
      return producer->explained("cannot begin with transactions", error);
    }
  }
  return producer;
}

Producer::~Producer() {
  abort();
  for (const auto& [name, topic] : topics_) {
    library().topic_destroy(topic);
  }
}

Error Producer::explained(const std::string& what, rd_kafka_error_s* error) const {
  const bool taken_over = is_fenced(library().error_code(error));
  const std::string reason = library().error_string(error);
  library().error_destroy(error);
  return taken_over ? fenced(name_) : failure(what, reason);
}

/// What fails after another one took over fails for that reason.
Error Producer::failure(const std::string& what, const std::string& reason) const {
  std::array<char, 256> text{};
  const rd_kafka_resp_err_t fatal =
      library().fatal_error(client_->handle(), text.data(), text.size());
  return is_fenced(fatal) ? fenced(name_) : client_->failure(what, reason);
}

Result<rd_kafka_topic_s*> Producer::handle_of(const std::string& topic) {
  rd_kafka_topic_t*& handle = topics_[topic];
  if (handle == nullptr) {
    handle = library().topic_new(client_->handle(), topic.c_str(), nullptr);
  }
  if (handle == nullptr) {
    return failure("cannot write to the topic `" + topic + "`",
                   library().err2str(library().last_error()));
  }
  return handle;
}

Result<void> Producer::begin() {
  if (open_ || name_.empty()) {
    return {};
  }
  if (rd_kafka_error_t* error = library().begin_transaction(client_->handle())) {
    return explained("cannot begin a transaction", error);
  }
  open_ = true;
  return {};
}

Result<void> Producer::write(const std::string& topic, std::string_view key,
                             std::string_view value) {
  auto handle = handle_of(topic);
  if (!handle) {
    return std::move(handle).error();
  }
  if (auto begun = begin(); !begun) {
    return begun;
  }
  // The first partition: only within one do records keep their order.
  while (library().produce(*handle, 0, RD_KAFKA_MSG_F_COPY, const_cast<char*>(value.data()),
                           value.size(), key.empty() ? nullptr : key.data(), key.size(),
                           nullptr) != 0) {
    const rd_kafka_resp_err_t failed = library().last_error();
    if (failed != RD_KAFKA_RESP_ERR__QUEUE_FULL) {
      return failure("cannot write to the topic `" + topic + "`", library().err2str(failed));
    }
    library().poll(client_->handle(), 100);
    if (client_->undelivered()) {
      break;
    }
  }
  if (const auto reason = client_->undelivered()) {
    return failure("cannot write to the topic `" + topic + "`", *reason);
  }
  client_->poll();
  return {};
}

Result<void> Producer::flush() {
  const rd_kafka_resp_err_t failed = library().flush(client_->handle(), kTransactionMs);
  if (const auto reason = client_->undelivered()) {
    return failure("records could not be written", *reason);
  }
  if (failed != RD_KAFKA_RESP_ERR_NO_ERROR) {
    return failure("records could not be written", library().err2str(failed));
  }
  return {};
}

Result<void> Producer::send_offsets(const std::string& group, const Position& read) {
  if (read.places.empty()) {
    return {};
  }
  const Functions& kafka = library();
  rd_kafka_topic_partition_list_t* list =
      kafka.topic_partition_list_new(static_cast<int>(read.places.size()));
  for (const PartitionPlace& place : read.places) {
    kafka.topic_partition_list_add(list, place.topic.c_str(), place.partition)->offset = place.next;
  }
  rd_kafka_consumer_group_metadata_t* member = kafka.consumer_group_metadata_new(group.c_str());
  rd_kafka_error_t* error = insist([&] {
    return kafka.send_offsets_to_transaction(client_->handle(), list, member, kTransactionMs);
  });
  kafka.consumer_group_metadata_destroy(member);
  kafka.topic_partition_list_destroy(list);
  return error == nullptr ? Result<void>() : explained("cannot commit what was read", error);
}

Result<void> Producer::commit(const std::string& group, const Position& read) {
  if (auto begun = begin(); !begun) {
    return begun;
  }
  if (auto sent = send_offsets(group, read); !sent) {
    return sent;
  }
  rd_kafka_error_t* error =
      insist([&] { return library().commit_transaction(client_->handle(), kTransactionMs); });
  if (error != nullptr) {
    return explained("cannot commit the verdicts", error);
  }
  open_ = false;
  return {};
}

void Producer::abort() {
  if (std::exchange(open_, false)) {
    library().purge(client_->handle(), RD_KAFKA_PURGE_F_QUEUE | RD_KAFKA_PURGE_F_INFLIGHT);
    if (rd_kafka_error_t* error = library().abort_transaction(client_->handle(), kTransactionMs)) {
      library().error_destroy(error);  // the cluster takes it back by itself after a while
    }
  }
}

}  // namespace fairmon::kafka
