#include "pipeline/run/checkpoint.hpp"

#include "support/checksum.hpp"
#include "support/packing.hpp"

namespace fairmon::pipeline {

namespace {

constexpr std::string_view kMagic = "FAIRMONC";
constexpr std::uint64_t kVersion = 6;
constexpr std::size_t kHeadBytes = kMagic.size() + 3 * sizeof(std::uint64_t);

Error refused(std::string message) { return {ErrorCode::Checkpoint, std::move(message)}; }

std::string encode_body(const Checkpoint& checkpoint) {
  std::string body;
  support::pack(body, checkpoint.spec_digest);
  support::pack(body, std::uint64_t{checkpoint.settings.size()});
  for (const auto& [name, value] : checkpoint.settings) {
    support::pack(body, name);
    support::pack(body, value);
  }
  support::pack(body, checkpoint.source_identity);
  support::pack(body, checkpoint.source_position);
  support::pack(body, std::uint64_t{checkpoint.sink_positions.size()});
  for (const std::string& position : checkpoint.sink_positions) {
    support::pack(body, position);
  }
  support::pack(body, checkpoint.quarantine);
  support::pack(body, checkpoint.quarantine_bytes);
  support::pack_signed(body, checkpoint.start_time_ns);
  support::pack(body, std::uint64_t{checkpoint.has_start_time});
  support::pack_signed(body, checkpoint.latest_ns);
  support::pack(body, checkpoint.num_events);
  support::pack(body, checkpoint.num_deadlines);
  support::pack(body, checkpoint.num_evaluation_errors);
  support::pack(body, std::uint64_t{checkpoint.trigger_counts.size()});
  for (const std::uint64_t count : checkpoint.trigger_counts) {
    support::pack(body, count);
  }
  support::pack_real(body, checkpoint.wall_seconds);
  support::pack(body, checkpoint.monitor_state);
  support::pack(body, checkpoint.waiting);
  return body;
}

}  // namespace

std::string encode_checkpoint(const Checkpoint& checkpoint) {
  const std::string body = encode_body(checkpoint);
  std::string bytes(kMagic);
  support::pack(bytes, kVersion);
  support::pack(bytes, std::uint64_t{body.size()});
  support::pack(bytes, support::checksum(body));
  return bytes + body;
}

Result<Checkpoint> decode_checkpoint(std::string_view bytes) {
  if (!bytes.starts_with(kMagic)) {
    return refused("this is no checkpoint of FairMon");
  }
  support::Unpacker head(bytes.substr(kMagic.size(), kHeadBytes - kMagic.size()));
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
  if (body.size() != size || support::checksum(body) != expected) {
    return refused("the checkpoint is damaged: its checksum does not match");
  }
  support::Unpacker taker(body);
  Checkpoint checkpoint;
  checkpoint.spec_digest = taker.text();
  for (std::uint64_t left = taker.count(); left > 0; --left) {
    std::string name = taker.text();
    checkpoint.settings.emplace_back(std::move(name), taker.text());
  }
  checkpoint.source_identity = taker.text();
  checkpoint.source_position = taker.text();
  for (std::uint64_t left = taker.count(); left > 0; --left) {
    checkpoint.sink_positions.push_back(taker.text());
  }
  checkpoint.quarantine = taker.text();
  checkpoint.quarantine_bytes = taker.number();
  checkpoint.start_time_ns = taker.signed_number();
  checkpoint.has_start_time = taker.flag();
  checkpoint.latest_ns = taker.signed_number();
  checkpoint.num_events = taker.number();
  checkpoint.num_deadlines = taker.number();
  checkpoint.num_evaluation_errors = taker.number();
  for (std::uint64_t left = taker.count(); left > 0; --left) {
    checkpoint.trigger_counts.push_back(taker.number());
  }
  checkpoint.wall_seconds = taker.real();
  checkpoint.monitor_state = taker.text();
  checkpoint.waiting = taker.text();
  constexpr std::int64_t kFarthest = std::int64_t{1} << 62;  // so that a period later fits
  if (!taker.complete() || checkpoint.latest_ns > kFarthest || checkpoint.latest_ns < -kFarthest) {
    return refused("the checkpoint is damaged: its parts do not fit together");
  }
  return checkpoint;
}

}  // namespace fairmon::pipeline
