#pragma once

#include <fairmon/result.hpp>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fairmon::server {

/// A card of the gallery; see examples/README.md for the file it is read from.
struct Example {
  std::string id;
  std::string title;
  std::string summary;
  std::string spec_name;
  std::string spec;
  std::string plugin;
  std::string data;  ///< file name, empty if the example brings none
  std::multimap<std::string, std::string> options;
  std::optional<double> start_time;  ///< calendar time of monitor time 0, seconds since 1970
  double replay_speed = 0.0;         ///< seconds of monitor time per second; 0: as fast as possible
};

/// All packed examples, in the order their `position` asks for.
[[nodiscard]] const std::vector<Example>& examples();
[[nodiscard]] const Example* find_example(const std::string& id);
/// Writes the example's data into `folder` (once) and returns the file.
[[nodiscard]] Result<std::filesystem::path> unpack_example(const Example& example,
                                                           const std::filesystem::path& folder);

}  // namespace fairmon::server
