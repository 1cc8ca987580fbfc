#pragma once

#include <fairmon/plugin.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace fairmon::cli {

class Arguments;

/// What the user asked a run for, as far as another one needs it to come to the same verdicts:
/// flags without dashes and their values, the data as `DATA`. Secrets, and what only decides where
/// results go, are left out.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> asked_for(
    const Arguments& arguments, const PluginRegistry& plugins, const std::string& input);

/// What of it becomes words.
enum class WordsFor : std::uint8_t { Source, Output };

/// The same as words of a command line, without the data: all but what outputs show, or only that.
[[nodiscard]] std::vector<std::string> as_words(
    const std::vector<std::pair<std::string, std::string>>& asked, WordsFor what);

}  // namespace fairmon::cli
