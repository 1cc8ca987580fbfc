#pragma once

#include <fairmon/result.hpp>

#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "kafka/properties.hpp"

// NOLINTBEGIN(readability-identifier-naming): names of librdkafka
struct rd_kafka_s;
// NOLINTEND(readability-identifier-naming)

namespace fairmon::kafka {

/// Where the cluster is and how to speak to it.
struct ClientSettings {
  std::string brokers;  ///< `host:port`, several with commas between them
  Properties properties;
};

enum class ClientKind : std::uint8_t { Consumer, Producer };

/// How many partitions a topic has.
struct TopicFacts {
  std::string name;
  std::int32_t num_partitions = 0;
};

/// A connection to a cluster.
class Client {
 public:
  /// `own` are settings of ours, which come after those of the user.
  [[nodiscard]] static Result<std::unique_ptr<Client>> open(ClientKind kind,
                                                            const ClientSettings& settings,
                                                            const Properties& own);
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  [[nodiscard]] rd_kafka_s* handle() const noexcept { return handle_; }
  /// Asks the cluster; fails if it does not answer or the topic is not there.
  [[nodiscard]] Result<TopicFacts> topic(const std::string& name);
  /// Nothing if the cluster has no topic of this name.
  [[nodiscard]] Result<std::optional<TopicFacts>> find_topic(const std::string& name);
  /// Tells clusters apart.
  [[nodiscard]] Result<std::string> cluster();
  /// Lets callbacks run.
  void poll() const;
  /// An error that names the brokers and what librdkafka said last.
  [[nodiscard]] Error failure(const std::string& what, const std::string& reason = {}) const;
  /// What librdkafka told last about the connection; empty: nothing.
  [[nodiscard]] std::string last_trouble() const;
  /// Records that could not be written, and why the first could not.
  [[nodiscard]] std::optional<std::string> undelivered() const;

 private:
  struct Notes;
  Client(ClientKind kind, std::string brokers);

  ClientKind kind_;
  std::string brokers_;
  std::unique_ptr<Notes> notes_;
  rd_kafka_s* handle_ = nullptr;
};

}  // namespace fairmon::kafka
