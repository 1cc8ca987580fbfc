#pragma once

#include <fairmon/result.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "kafka/client.hpp"
#include "kafka/position.hpp"

// NOLINTBEGIN(readability-identifier-naming): names of librdkafka
struct rd_kafka_topic_s;
struct rd_kafka_error_s;
// NOLINTEND(readability-identifier-naming)

namespace fairmon::kafka {

/// Writes records. With a name of its own, in transactions: whoever reads committed records sees
/// all of one or nothing of it, and a second producer of that name takes over from the first.
class Producer {
 public:
  /// `name` empty: without transactions.
  [[nodiscard]] static Result<std::unique_ptr<Producer>> open(const ClientSettings& settings,
                                                              const std::string& name);
  ~Producer();
  Producer(const Producer&) = delete;
  Producer& operator=(const Producer&) = delete;

  [[nodiscard]] Client& client() { return *client_; }
  /// Adds a record; begins a transaction if none is under way.
  Result<void> write(const std::string& topic, std::string_view key, std::string_view value);
  /// Waits until all records are in the log of the cluster.
  Result<void> flush();
  /// Commits what was written, and that this much has been read by the group of this name.
  Result<void> commit(const std::string& group, const Position& read);
  /// Takes back what was written since the last commit.
  void abort();

 private:
  Producer(std::unique_ptr<Client> client, std::string name)
      : client_(std::move(client)), name_(std::move(name)) {}
  Result<void> begin();
  Result<rd_kafka_topic_s*> handle_of(const std::string& topic);
  Result<void> send_offsets(const std::string& group, const Position& read);
  [[nodiscard]] Error explained(const std::string& what, rd_kafka_error_s* error) const;
  [[nodiscard]] Error failure(const std::string& what, const std::string& reason) const;

  std::unique_ptr<Client> client_;
  std::string name_;
  std::map<std::string, rd_kafka_topic_s*> topics_;
  bool open_ = false;  ///< a transaction is under way
};

}  // namespace fairmon::kafka
