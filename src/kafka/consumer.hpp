#pragma once

#include <fairmon/result.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kafka/client.hpp"

// NOLINTBEGIN(readability-identifier-naming): names of librdkafka
struct rd_kafka_message_s;
struct rd_kafka_topic_s;
// NOLINTEND(readability-identifier-naming)

namespace fairmon::kafka {

/// One record of a partition.
class Record {
 public:
  explicit Record(rd_kafka_message_s* message) : message_(message) {}
  Record(Record&& other) noexcept : message_(std::exchange(other.message_, nullptr)) {}
  Record& operator=(Record&& other) noexcept {
    std::swap(message_, other.message_);
    return *this;
  }
  ~Record();

  /// Nothing: the record only has a key (a tombstone).
  [[nodiscard]] std::optional<std::string_view> value() const;
  [[nodiscard]] std::optional<std::string_view> key() const;
  [[nodiscard]] std::optional<std::string_view> header(const std::string& name) const;
  [[nodiscard]] std::int64_t offset() const;
  /// Milliseconds since 1970, if the record has a time.
  [[nodiscard]] std::optional<std::int64_t> timestamp_ms() const;

 private:
  rd_kafka_message_s* message_;
};

/// The first record that is still there, and the one behind the last that is committed.
struct OffsetRange {
  std::int64_t first = 0;
  std::int64_t end = 0;
};

/// What one look at a partition gave.
struct Fetched {
  std::vector<Record> records;
  /// There is nothing more up to this offset at the moment.
  std::optional<std::int64_t> end;
};

/// Reads partitions, each from a chosen offset on; sees committed records only.
class Consumer {
 public:
  [[nodiscard]] static Result<std::unique_ptr<Consumer>> open(const ClientSettings& settings);
  ~Consumer();
  Consumer(const Consumer&) = delete;
  Consumer& operator=(const Consumer&) = delete;

  [[nodiscard]] Client& client() { return *client_; }
  [[nodiscard]] Result<OffsetRange> range(const std::string& topic, std::int32_t partition);
  /// Begins to read; the answer is the number by which `take` knows the partition.
  [[nodiscard]] Result<std::size_t> start(const std::string& topic, std::int32_t partition,
                                          std::int64_t offset);
  /// Up to `most` records, waiting for the first of them.
  [[nodiscard]] Result<Fetched> take(std::size_t number, std::size_t most,
                                     std::chrono::milliseconds wait);
  void stop(std::size_t number);

 private:
  struct Reading {
    std::string topic;
    std::int32_t partition = 0;
    rd_kafka_topic_s* handle = nullptr;
    bool going = false;
    std::optional<Error> failed{};  ///< met behind the records taken last
  };
  explicit Consumer(std::unique_ptr<Client> client) : client_(std::move(client)) {}

  std::unique_ptr<Client> client_;
  std::vector<Reading> readings_;
  std::vector<rd_kafka_message_s*> messages_;
};

}  // namespace fairmon::kafka
