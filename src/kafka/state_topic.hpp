#pragma once

#include <fairmon/result.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "kafka/consumer.hpp"
#include "kafka/producer.hpp"

namespace fairmon::kafka {

/// The newest state of a run as records of a compacted topic, cut into pieces that every cluster
/// takes.
class StateTopic {
 public:
  StateTopic(std::string topic, std::string group)
      : topic_(std::move(topic)), group_(std::move(group)) {}

  /// Creates the topic if the cluster has none of this name.
  Result<void> ensure(Client& client);
  /// The newest committed state; nothing: there is none yet.
  [[nodiscard]] Result<std::optional<std::string>> load(const ClientSettings& settings);
  /// Writes the pieces into the transaction that is under way.
  Result<void> write(Producer& producer, std::string_view state);
  [[nodiscard]] const std::string& topic() const noexcept { return topic_; }

 private:
  struct Pieces;

  std::string topic_;
  std::string group_;
  std::uint64_t number_ = 0;  ///< of the newest state
};

}  // namespace fairmon::kafka
