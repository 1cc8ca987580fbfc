#include "pipeline/shards/state.hpp"

#include "pipeline/shards/shard_set.hpp"
#include "support/crc32c.hpp"
#include "support/packing.hpp"

namespace fairmon::pipeline {

namespace {

constexpr std::string_view kMagic = "FAIRMONS";
constexpr std::uint64_t kVersion = 1;
/// More monitors than anybody runs; a larger number comes from damaged bytes.
constexpr std::uint64_t kMostGroups = 4096;

Error refused_state(std::string message) { return {ErrorCode::Checkpoint, std::move(message)}; }

}  // namespace

bool is_shard_state(std::string_view bytes) { return bytes.starts_with(kMagic); }

std::string encode_shard_state(const ShardState& state) {
  std::string head;
  support::pack(head, state.spec_digest);
  support::pack(head, std::uint64_t{state.groups});
  support::pack(head, state.hash);
  support::pack(head, std::uint64_t{state.last_event_ns.has_value()});
  support::pack_signed(head, state.last_event_ns.value_or(0));
  support::pack(head, std::uint64_t{state.sections.size()});
  for (const ShardSection& section : state.sections) {
    support::pack(head, section.name);
    support::pack(head, std::uint64_t{section.bytes.size()});
    support::pack(head, std::uint64_t{support::crc32c(section.bytes)});
  }
  std::string bytes(kMagic);
  support::pack(bytes, kVersion);
  support::pack(bytes, std::uint64_t{support::crc32c(head)});
  support::pack(bytes, head);
  for (const ShardSection& section : state.sections) {
    bytes += section.bytes;
  }
  return bytes;
}

Result<ShardState> decode_shard_state(std::string_view bytes) {
  if (!is_shard_state(bytes)) {
    return refused_state("the state is not that of a run with shards");
  }
  constexpr std::size_t kFixed = kMagic.size() + 3 * sizeof(std::uint64_t);
  support::Unpacker fixed(bytes.substr(kMagic.size(), 3 * sizeof(std::uint64_t)));
  const std::uint64_t version = fixed.number();
  const std::uint64_t sum = fixed.number();
  const std::uint64_t size = fixed.number();
  if (fixed.complete() && version != kVersion) {
    return refused_state("D08: the state of the shards has format version " +
                         std::to_string(version) + "; this program reads version " +
                         std::to_string(kVersion));
  }
  if (!fixed.complete() || bytes.size() - kFixed < size ||
      support::crc32c(bytes.substr(kFixed, size)) != sum) {
    return refused_state("the list of shards is truncated or damaged");
  }
  support::Unpacker head(bytes.substr(kFixed, size));
  ShardState state;
  state.spec_digest = head.text();
  const std::uint64_t groups = head.number();
  state.hash = head.text();
  const bool had_event = head.flag();
  const std::int64_t last = head.signed_number();
  state.last_event_ns = had_event ? std::optional(last) : std::nullopt;
  std::string_view rest = bytes.substr(kFixed + size);
  for (std::uint64_t left = head.count(); left > 0; --left) {
    ShardSection section{head.text(), {}};
    const std::uint64_t length = head.number();
    const std::uint64_t expected = head.number();
    if (length > rest.size()) {
      return refused_state("the section \"" + section.name + "\" of the state is truncated");
    }
    section.bytes = rest.substr(0, length);
    rest.remove_prefix(length);
    if (support::crc32c(section.bytes) != expected) {
      return refused_state("the section \"" + section.name + "\" of the state is damaged");
    }
    state.sections.push_back(std::move(section));
  }
  if (!head.complete() || !rest.empty() || groups == 0 || groups > kMostGroups) {
    return refused_state("the list of shards is damaged: its parts do not fit together");
  }
  state.groups = static_cast<std::uint32_t>(groups);
  return state;
}

std::string ShardSet::save(const SymbolMarks& held) const {
  ShardState state;
  state.spec_digest = spec_.digest();
  state.groups = options_.groups;
  state.hash = Router::kHash;
  state.last_event_ns = last_event_ ? std::optional(last_event_->ns) : std::nullopt;
  for (const Unit& unit : units_) {
    // Texts that others hold are in one of the sections; each has those of its own state.
    const bool first = &unit == units_.data();
    state.sections.push_back({unit.name, first ? unit.monitor.save(held) : unit.monitor.save()});
  }
  return encode_shard_state(state);
}

Result<void> ShardSet::restore(std::string_view bytes) {
  auto state = decode_shard_state(bytes);
  if (!state) {
    return std::move(state).error();
  }
  if (state->spec_digest != spec_.digest() || state->hash != Router::kHash ||
      state->groups != options_.groups || state->sections.size() != units_.size()) {
    return refused_state("D08: the state was divided in another way than this program does");
  }
  for (std::size_t i = 0; i < units_.size(); ++i) {
    if (state->sections[i].name != units_[i].name) {
      return refused_state("D08: the state has \"" + state->sections[i].name +
                           "\" where this program has \"" + units_[i].name + "\"");
    }
    if (auto restored = units_[i].monitor.restore(state->sections[i].bytes); !restored) {
      return std::move(restored).error().with_context("restoring \"" + units_[i].name + "\"");
    }
  }
  last_event_ =
      state->last_event_ns ? std::optional(Timestamp{*state->last_event_ns}) : std::nullopt;
  count_instances();
  return {};
}

}  // namespace fairmon::pipeline
