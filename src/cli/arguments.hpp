#pragma once

#include <fairmon/result.hpp>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.hpp"

namespace fairmon::cli {

/// What the user gave for the flags and positionals of a command.
class Arguments {
 public:
  /// Fails with a message that names the nearest known flag or choice.
  [[nodiscard]] static Result<Arguments> parse(const Command& command,
                                               const PluginRegistry& plugins,
                                               const std::vector<std::string>& words);

  [[nodiscard]] bool has(std::string_view name) const;
  /// The last value given, else the default, else an empty text.
  [[nodiscard]] std::string text(std::string_view name) const;
  [[nodiscard]] std::vector<std::string> all(std::string_view name) const;

 private:
  std::map<std::string, std::vector<std::string>, std::less<>> values_;
  std::map<std::string, std::string, std::less<>> defaults_;
};

}  // namespace fairmon::cli
