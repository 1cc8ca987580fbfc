#include "plugins/writing/open_episodes.hpp"

#include <algorithm>

namespace fairmon::plugins {

namespace {

std::string key_of(const StreamInfo& stream, const VerdictRow& row) {
  std::size_t cells = 0;
  for (const StreamInfo::Parameter& parameter : stream.parameters) {
    cells += parameter.type.num_cells();
  }
  return row.parameters == nullptr
             ? std::string()
             : std::string(reinterpret_cast<const char*>(row.parameters), cells * sizeof(Cell));
}

}  // namespace

void OpenEpisodes::keep_first_firings(const Spec& spec, std::vector<VerdictRow>& rows) {
  // In verdict order: within a cycle a trigger comes before the stream that tells of its state.
  std::erase_if(rows, [&](const VerdictRow& row) {
    const StreamInfo& stream = spec.streams()[row.stream];
    if (stream.tells == StreamInfo::Tells::State) {
      const bool holds = row.kind == ChangeKind::Value && row.error == nullptr && *row.values != 0;
      if (!holds && row.kind != ChangeKind::Spawn) {
        open_.erase({stream.tells_of, key_of(stream, row)});
      }
      return true;
    }
    const bool fired =
        stream.kind == StreamKind::Trigger && row.kind == ChangeKind::Value && row.error == nullptr;
    return fired && !open_.emplace(row.stream, key_of(stream, row)).second;
  });
}

void OpenEpisodes::save(std::string& out) const {
  support::pack(out, std::uint64_t{open_.size()});
  for (const auto& [trigger, key] : open_) {
    support::pack(out, std::uint64_t{trigger});
    support::pack(out, key);
  }
}

void OpenEpisodes::load(support::Unpacker& in) {
  open_.clear();
  for (std::uint64_t left = in.count(); left > 0; --left) {
    const auto trigger = static_cast<std::uint32_t>(in.number());
    open_.emplace(trigger, in.text());
  }
}

}  // namespace fairmon::plugins
