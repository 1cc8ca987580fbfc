#include "server/examples.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <ctime>
#include <fstream>

#include "server/assets.hpp"
#include "server/gzip.hpp"

namespace fairmon::server {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

std::optional<std::string> packed_file(std::string_view path) {
  for (const ExampleFile& file : example_files()) {
    if (file.path == path) {
      return gunzip(file.gzip);
    }
  }
  return std::nullopt;
}

/// `2013-01-01` as seconds since 1970.
std::optional<double> read_date(const std::string& text) {
  std::tm parts{};
  const char* end = strptime(text.c_str(), "%Y-%m-%d", &parts);
  if (text.empty() || end == nullptr || *end != '\0') {
    return std::nullopt;
  }
  return static_cast<double>(timegm(&parts));
}

/// A folder has one card or a list of them.
void read_cards(const std::string& folder, const json& cards,
                std::vector<std::pair<int, Example>>& found) {
  for (const json& card : cards) {
    Example example;
    example.title = card.at("title").get<std::string>();
    example.summary = card.value("summary", "");
    example.spec_name = card.at("spec").get<std::string>();
    example.id = folder + "-" + example.spec_name.substr(0, example.spec_name.find('.'));
    example.spec = packed_file(folder + "/" + example.spec_name).value_or("");
    example.plugin = card.value("plugin", "csv");
    if (card.contains("data")) {
      example.data = folder + "/" + card["data"].get<std::string>();
    }
    const json options = card.value("options", json::object());
    for (const auto& [name, value] : options.items()) {
      for (const json& one : value.is_array() ? value : json::array({value})) {
        example.options.emplace(name, one.is_string() ? one.get<std::string>() : one.dump());
      }
    }
    example.start_time = read_date(card.value("startTime", ""));
    example.replay_speed = card.value("replaySpeed", 0.0);
    found.emplace_back(card.value("position", 100), std::move(example));
  }
}

std::vector<Example> read_all() {
  constexpr std::string_view kCard = "/gallery.json";
  std::vector<std::pair<int, Example>> found;
  for (const ExampleFile& file : example_files()) {
    if (!file.path.ends_with(kCard)) {
      continue;
    }
    const std::string folder(file.path.substr(0, file.path.size() - kCard.size()));
    const auto text = gunzip(file.gzip);
    const json card = json::parse(text.value_or(""), nullptr, false);
    if (!card.is_discarded()) {
      read_cards(folder, card.is_array() ? card : json::array({card}), found);
    }
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Example> examples;
  for (auto& [position, example] : found) {
    examples.push_back(std::move(example));
  }
  return examples;
}

}  // namespace

const std::vector<Example>& examples() {
  static const std::vector<Example> kExamples = read_all();
  return kExamples;
}

const Example* find_example(const std::string& id) {
  const auto found = std::find_if(examples().begin(), examples().end(),
                                  [&](const Example& example) { return example.id == id; });
  return found == examples().end() ? nullptr : &*found;
}

Result<fs::path> unpack_example(const Example& example, const fs::path& folder) {
  const auto text = packed_file(example.data);
  if (!text) {
    return Error(ErrorCode::NotFound, "the example " + example.title + " brings no data");
  }
  const fs::path target = folder / example.data;
  std::error_code failed;
  if (fs::exists(target, failed) && fs::file_size(target, failed) == text->size()) {
    return target;
  }
  fs::create_directories(target.parent_path(), failed);
  std::ofstream out(target, std::ios::binary | std::ios::trunc);
  out << *text;
  out.close();
  if (!out) {
    return Error(ErrorCode::Output, "cannot write " + target.string());
  }
  return target;
}

}  // namespace fairmon::server
