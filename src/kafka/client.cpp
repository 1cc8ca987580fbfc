#include "kafka/client.hpp"

#include <array>
#include <chrono>
#include <thread>
#include <utility>

#include "kafka/library.hpp"

namespace fairmon::kafka {

namespace {

constexpr int kAnswerMs = 10'000;
constexpr int kTurnMs = 500;
constexpr int kLooks = 25;

}  // namespace

/// What callbacks of librdkafka tell, from its threads.
struct Client::Notes {
  mutable std::mutex mutex;
  std::string trouble;
  bool refused = false;  ///< trying again will not help
  std::optional<std::string> undelivered;

  static void on_error(rd_kafka_t*, int code, const char* reason, void* opaque) {
    auto& notes = *static_cast<Notes*>(opaque);
    const std::lock_guard lock(notes.mutex);
    // That there is no connection says less than why there is none.
    if (code != RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN || notes.trouble.empty()) {
      notes.trouble = reason;
    }
    notes.refused = notes.refused || code == RD_KAFKA_RESP_ERR__AUTHENTICATION;
  }
  static void on_delivery(rd_kafka_t*, const rd_kafka_message_t* message, void* opaque) {
    if (message->err != RD_KAFKA_RESP_ERR_NO_ERROR) {
      auto& notes = *static_cast<Notes*>(opaque);
      const std::lock_guard lock(notes.mutex);
      if (!notes.undelivered) {
        notes.undelivered = library().err2str(message->err);
      }
    }
  }
  /// It would go to standard error, on which the progress is shown.
  static void on_log(const rd_kafka_t*, int, const char*, const char*) {}
};

Client::Client(ClientKind kind, std::string brokers)
    : kind_(kind), brokers_(std::move(brokers)), notes_(std::make_unique<Notes>()) {}

Client::~Client() {
  if (handle_ != nullptr) {
    library().destroy(handle_);
  }
}

Result<std::unique_ptr<Client>> Client::open(ClientKind kind, const ClientSettings& settings,
                                             const Properties& own) {
  if (auto loaded = load_library(); !loaded) {
    return std::move(loaded).error();
  }
  const Functions& kafka = library();
  std::unique_ptr<Client> client(new Client(kind, settings.brokers));
  rd_kafka_conf_t* conf = kafka.conf_new();
  std::array<char, 512> text{};
  Properties all = settings.properties;
  all.emplace_back("bootstrap.servers", settings.brokers);
  all.insert(all.end(), own.begin(), own.end());
  for (const auto& [name, value] : all) {
    const auto outcome = kafka.conf_set(conf, name.c_str(), value.c_str(), nullptr, 0);
    if (outcome != RD_KAFKA_CONF_OK) {
      kafka.conf_destroy(conf);
      // The reason that the library gives would show the value.
      return Error(ErrorCode::Usage,
                   outcome == RD_KAFKA_CONF_UNKNOWN
                       ? "there is no property `" + name +
                             "` in librdkafka; those of the Java client have other names there "
                             "(sasl.username and sasl.password for sasl.jaas.config)"
                       : "the property `" + name + "` cannot have the value it is given");
    }
  }
  kafka.conf_set_opaque(conf, client->notes_.get());
  kafka.conf_set_error_cb(conf, Notes::on_error);
  kafka.conf_set_log_cb(conf, Notes::on_log);
  if (kind == ClientKind::Producer) {
    kafka.conf_set_dr_msg_cb(conf, Notes::on_delivery);
  }
  client->handle_ =
      kafka.create(kind == ClientKind::Producer ? RD_KAFKA_PRODUCER : RD_KAFKA_CONSUMER, conf,
                   text.data(), text.size());
  if (client->handle_ == nullptr) {
    kafka.conf_destroy(conf);
    return Error(ErrorCode::Usage,
                 std::string("the client for Kafka refuses its settings: ") + text.data());
  }
  return client;
}

void Client::poll() const { library().poll(handle_, 0); }

std::string Client::last_trouble() const {
  const std::lock_guard lock(notes_->mutex);
  return notes_->trouble;
}

std::optional<std::string> Client::undelivered() const {
  const std::lock_guard lock(notes_->mutex);
  return notes_->undelivered;
}

Error Client::failure(const std::string& what, const std::string& reason) const {
  poll();
  std::string message = what + " (brokers " + brokers_ + ")";
  message += reason.empty() ? "" : ": " + reason;
  const std::string trouble = last_trouble();
  if (!trouble.empty() && trouble != reason) {
    message += "; " + trouble;
  }
  return {ErrorCode::Network, std::move(message)};
}

Result<std::optional<TopicFacts>> Client::find_topic(const std::string& name) {
  const Functions& kafka = library();
  rd_kafka_topic_t* topic = kafka.topic_new(handle_, name.c_str(), nullptr);
  if (topic == nullptr) {
    return Error(ErrorCode::Usage, "`" + name + "` cannot be the name of a topic: " +
                                       kafka.err2str(kafka.last_error()));
  }
  std::optional<TopicFacts> found;
  rd_kafka_resp_err_t trouble = RD_KAFKA_RESP_ERR_LEADER_NOT_AVAILABLE;
  rd_kafka_resp_err_t failed = RD_KAFKA_RESP_ERR_NO_ERROR;
  // A topic that was created just now has no leader for a moment; some clusters create one when a
  // producer asks for it.
  const auto may_come = [&](int looks) {
    return trouble == RD_KAFKA_RESP_ERR_LEADER_NOT_AVAILABLE ||
           (kind_ == ClientKind::Producer && looks < kLooks / 3 &&
            trouble == RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART);
  };
  for (int i = 0; i < kLooks && may_come(i) && failed == RD_KAFKA_RESP_ERR_NO_ERROR; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(i == 0 ? 0 : 200));
    const rd_kafka_metadata_t* facts = nullptr;
    failed = kafka.metadata(handle_, 0, topic, &facts, kAnswerMs);
    if (failed == RD_KAFKA_RESP_ERR_NO_ERROR) {
      trouble = facts->topic_cnt == 1 ? facts->topics[0].err : RD_KAFKA_RESP_ERR__UNKNOWN_TOPIC;
      if (trouble == RD_KAFKA_RESP_ERR_NO_ERROR) {
        found = TopicFacts{name, facts->topics[0].partition_cnt};
      }
      kafka.metadata_destroy(facts);
    }
  }
  kafka.topic_destroy(topic);
  if (failed != RD_KAFKA_RESP_ERR_NO_ERROR) {
    return failure("the Kafka cluster does not answer", kafka.err2str(failed));
  }
  const bool absent = trouble == RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART ||
                      trouble == RD_KAFKA_RESP_ERR__UNKNOWN_TOPIC ||
                      trouble == RD_KAFKA_RESP_ERR_LEADER_NOT_AVAILABLE;
  if (!found && !absent) {
    return failure("the topic `" + name + "` cannot be used", kafka.err2str(trouble));
  }
  return found;
}

Result<TopicFacts> Client::topic(const std::string& name) {
  auto found = find_topic(name);
  if (!found) {
    return std::move(found).error();
  }
  if (!*found) {
    return Error(ErrorCode::NotFound, "there is no topic `" + name + "` (brokers " + brokers_ +
                                          "); create it first, or check the name");
  }
  return **found;
}

Result<std::string> Client::cluster() {
  char* id = nullptr;
  bool refused = false;
  for (int waited = 0; id == nullptr && !refused && waited < kAnswerMs; waited += kTurnMs) {
    id = library().clusterid(handle_, kTurnMs);
    poll();
    const std::lock_guard lock(notes_->mutex);
    refused = notes_->refused;
  }
  if (id == nullptr) {
    return failure(refused ? "the Kafka cluster does not let us in"
                           : "the Kafka cluster does not answer");
  }
  std::string text(id);
  library().mem_free(handle_, id);
  return text;
}

}  // namespace fairmon::kafka
