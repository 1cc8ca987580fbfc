#include "watch/monitor/epoch.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>

#include "pipeline/run/checkpoint.hpp"
#include "plugins/inputs/push/push_source.hpp"
#include "support/civil_time.hpp"
#include "support/durable_file.hpp"
#include "support/folder.hpp"
#include "support/number.hpp"

namespace fairmon::watch {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr const char* kFacts = "epoch.json";

Error unwritable(const fs::path& file, const std::string& why) {
  return {ErrorCode::Output, "cannot write `" + file.string() + "`: " + why};
}

Result<void> keep(const fs::path& file, std::string_view bytes) {
  const int failure = support::replace_file(file.string(), bytes);
  return failure == 0 ? Result<void>() : unwritable(file, std::strerror(failure));
}

Result<Epoch> read_epoch(const fs::path& folder, std::uint64_t number) {
  std::ifstream in(folder / kFacts, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const json facts = json::parse(text, nullptr, false);
  const auto bad = [&] {
    return Error(ErrorCode::Input, "`" + (folder / kFacts).string() + "` cannot be read");
  };
  if (!facts.is_object()) {
    return bad();
  }
  try {
    Epoch epoch;
    epoch.number = number;
    epoch.folder = folder;
    epoch.digest = facts.at("specification").get<std::string>();
    epoch.first = facts.at("first").get<std::uint64_t>();
    epoch.began = facts.at("began").get<std::string>();
    for (const json& setting : facts.at("settings")) {
      epoch.settings.emplace_back(setting.at(0).get<std::string>(),
                                  setting.at(1).get<std::string>());
    }
    return epoch;
  } catch (const json::exception&) {
    return bad();
  }
}

/// Where the next epoch goes on: the event at which the newest checkpoint stands.
Result<std::uint64_t> next_event(const Epoch& newest) {
  if (newest.resume_file().empty()) {
    return newest.first;
  }
  const auto checkpoint = pipeline::read_checkpoint(newest.checkpoint());
  if (!checkpoint) {
    return checkpoint.error();
  }
  return plugins::push::PushSource::sequence_in(checkpoint->source_position).value_or(newest.first);
}

}  // namespace

std::string Epoch::resume_file() const {
  std::error_code ignored;
  return fs::exists(checkpoint(), ignored) ? checkpoint() : std::string();
}

Result<std::vector<Epoch>> list_epochs(const fs::path& folder) {
  std::vector<Epoch> epochs;
  std::error_code failed;
  for (const std::string& name : support::names_in_folder(folder.string(), failed)) {
    const auto number = support::parse_number<std::uint64_t>(name);
    // A folder without its facts was not finished when somebody pulled the plug.
    if (!number || !fs::exists(folder / name / kFacts, failed)) {
      continue;
    }
    auto epoch = read_epoch(folder / name, *number);
    if (!epoch) {
      return std::move(epoch).error();
    }
    epochs.push_back(std::move(*epoch));
  }
  std::sort(epochs.begin(), epochs.end(),
            [](const Epoch& a, const Epoch& b) { return a.number < b.number; });
  return epochs;
}

Result<Epoch> open_epoch(const fs::path& folder, const std::string& digest,
                         const Settings& settings, std::string_view spec_text,
                         std::int64_t now_ns) {
  auto epochs = list_epochs(folder);
  if (!epochs) {
    return std::move(epochs).error();
  }
  if (!epochs->empty() && epochs->back().digest == digest && epochs->back().settings == settings) {
    return std::move(epochs->back());
  }
  Epoch epoch;
  if (!epochs->empty()) {
    const auto first = next_event(epochs->back());
    if (!first) {
      return first.error();
    }
    epoch.first = *first;
  }
  epoch.number = epochs->empty() ? 1 : epochs->back().number + 1;
  epoch.folder = folder / std::to_string(epoch.number);
  epoch.digest = digest;
  epoch.settings = settings;
  support::append_rfc3339(epoch.began, now_ns);
  std::error_code failed;
  fs::create_directories(epoch.folder, failed);
  if (failed) {
    return unwritable(epoch.folder, failed.message());
  }
  json facts = {{"specification", digest}, {"first", epoch.first}, {"began", epoch.began}};
  facts["settings"] = json::array();
  for (const auto& [name, value] : settings) {
    facts["settings"].push_back({name, value});
  }
  // The facts come last: with them the epoch is there.
  if (auto kept = keep(epoch.folder / "spec.lola", spec_text); !kept) {
    return std::move(kept).error();
  }
  const std::string text = facts.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
  if (auto kept = keep(epoch.folder / kFacts, text); !kept) {
    return std::move(kept).error();
  }
  return epoch;
}

}  // namespace fairmon::watch
