#include "pipeline/run/checkpoint.hpp"

#include <bit>
#include <cstring>
#include <limits>

namespace fairmon::pipeline {

namespace {

constexpr std::string_view kMagic = "FAIRMONC";
constexpr std::uint64_t kVersion = 1;
constexpr std::size_t kHeadBytes = kMagic.size() + 3 * sizeof(std::uint64_t);

/// Eight bytes per step; only guards against truncation and bit rot, not against malice.
std::uint64_t checksum(std::string_view bytes) {
  std::uint64_t sum = 0x9e37'79b9'7f4a'7c15ULL ^ bytes.size();
  while (!bytes.empty()) {
    std::uint64_t word = 0;
    const std::size_t count = bytes.size() < 8 ? bytes.size() : 8;
    std::memcpy(&word, bytes.data(), count);
    sum = std::rotl((sum ^ word) * 0xff51'afd7'ed55'8ccdULL, 31);
    bytes.remove_prefix(count);
  }
  return sum ^ (sum >> 33);
}

void put(std::string& out, std::uint64_t number) {
  char bytes[8];
  std::memcpy(bytes, &number, sizeof bytes);
  out.append(bytes, sizeof bytes);
}

void put(std::string& out, std::string_view text) {
  put(out, std::uint64_t{text.size()});
  out += text;
}

/// Takes values off the front; after the first that is not there all are empty.
class Taker {
 public:
  explicit Taker(std::string_view bytes) : bytes_(bytes) {}

  std::uint64_t number() {
    std::uint64_t value = 0;
    if (bytes_.size() < sizeof value) {
      good_ = false;
      return 0;
    }
    std::memcpy(&value, bytes_.data(), sizeof value);
    bytes_.remove_prefix(sizeof value);
    return value;
  }
  std::string text() {
    const std::uint64_t size = number();
    if (size > bytes_.size()) {
      good_ = false;
      return {};
    }
    std::string value(bytes_.substr(0, size));
    bytes_.remove_prefix(size);
    return value;
  }
  /// A count of things of at least eight bytes each.
  std::uint64_t count() {
    const std::uint64_t value = number();
    good_ = good_ && value <= bytes_.size() / sizeof value;
    return good_ ? value : 0;
  }
  [[nodiscard]] bool complete() const { return good_ && bytes_.empty(); }

 private:
  std::string_view bytes_;
  bool good_ = true;
};

Error refused(std::string message) { return {ErrorCode::Checkpoint, std::move(message)}; }

std::string encode_body(const Checkpoint& checkpoint) {
  std::string body;
  put(body, checkpoint.spec_digest);
  put(body, checkpoint.source_identity);
  put(body, checkpoint.source_position);
  put(body, std::uint64_t{checkpoint.sink_positions.size()});
  for (const std::string& position : checkpoint.sink_positions) {
    put(body, position);
  }
  put(body, std::bit_cast<std::uint64_t>(checkpoint.start_time_ns));
  put(body, std::uint64_t{checkpoint.has_start_time});
  put(body, checkpoint.num_events);
  put(body, checkpoint.num_deadlines);
  put(body, checkpoint.num_evaluation_errors);
  put(body, std::uint64_t{checkpoint.trigger_counts.size()});
  for (const std::uint64_t count : checkpoint.trigger_counts) {
    put(body, count);
  }
  put(body, checkpoint.monitor_state);
  return body;
}

}  // namespace

std::string encode_checkpoint(const Checkpoint& checkpoint) {
  const std::string body = encode_body(checkpoint);
  std::string bytes(kMagic);
  put(bytes, kVersion);
  put(bytes, std::uint64_t{body.size()});
  put(bytes, checksum(body));
  return bytes + body;
}

Result<Checkpoint> decode_checkpoint(std::string_view bytes) {
  if (!bytes.starts_with(kMagic)) {
    return refused("this is no checkpoint of FairMon");
  }
  Taker head(bytes.substr(kMagic.size(), kHeadBytes - kMagic.size()));
  const std::uint64_t version = head.number();
  const std::uint64_t size = head.number();
  const std::uint64_t expected = head.number();
  if (bytes.size() >= kHeadBytes && version != kVersion) {
    return refused("the checkpoint has format version " + std::to_string(version) +
                   "; this program reads version " + std::to_string(kVersion));
  }
  if (bytes.size() < kHeadBytes || bytes.size() - kHeadBytes < size) {
    return refused("the checkpoint is truncated");
  }
  const std::string_view body = bytes.substr(kHeadBytes);
  if (body.size() != size || checksum(body) != expected) {
    return refused("the checkpoint is damaged: its checksum does not match");
  }
  Taker taker(body);
  Checkpoint checkpoint;
  checkpoint.spec_digest = taker.text();
  checkpoint.source_identity = taker.text();
  checkpoint.source_position = taker.text();
  for (std::uint64_t left = taker.count(); left > 0; --left) {
    checkpoint.sink_positions.push_back(taker.text());
  }
  checkpoint.start_time_ns = std::bit_cast<std::int64_t>(taker.number());
  checkpoint.has_start_time = taker.number() != 0;
  checkpoint.num_events = taker.number();
  checkpoint.num_deadlines = taker.number();
  checkpoint.num_evaluation_errors = taker.number();
  for (std::uint64_t left = taker.count(); left > 0; --left) {
    checkpoint.trigger_counts.push_back(taker.number());
  }
  checkpoint.monitor_state = taker.text();
  if (!taker.complete()) {
    return refused("the checkpoint is damaged: its parts do not fit together");
  }
  return checkpoint;
}

}  // namespace fairmon::pipeline
