#pragma once

#include <fairmon/event_source.hpp>
#include <fairmon/result.hpp>
#include <fairmon/verdict_sink.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fairmon {

enum class OptionKind : std::uint8_t {
  Text,
  Flag,
  Integer,
  Number,
  Choice,    ///< one of `choices`
  Path,      ///< an existing or new file
  Duration,  ///< `10s`, `1d`
  Date,      ///< `2025-12-01` or a date and time
  Pair,      ///< `name=value`
  Secret,    ///< never printed, logged, stored or sent back
};

/// One option of a plugin. Command-line flags, help, documentation and web forms come from here.
struct OptionInfo {
  std::string name;  ///< `time-column`; the flag is `--csv-time-column` or `--time-column`
  OptionKind kind = OptionKind::Text;
  std::string summary;  ///< one sentence, lower case, no full stop
  std::string default_value;
  std::string placeholder;  ///< `FILE`, `N`
  std::vector<std::string> choices;
  bool required = false;
  bool repeatable = false;
  /// Only about how data are fetched: a resumed run may choose another.
  bool incidental = false;
  std::string group;        ///< heading in help and forms
  std::string environment;  ///< variable read when the option is not given
  /// Where requests go. A server never sends secrets of its own to an address that a page chose.
  bool address = false;
  bool secret_file = false;  ///< a file whose content is a secret
};

/// Whether options that were not given are looked up in the environment.
enum class OptionEnvironment : std::uint8_t { Read, Ignored };

/// Values given for a plugin's options, checked against its option table.
class OptionValues {
 public:
  /// Fails for unknown names (with the nearest known one), bad kinds and missing required options.
  [[nodiscard]] static Result<OptionValues> check(
      std::span<const OptionInfo> table, const std::multimap<std::string, std::string>& given,
      OptionEnvironment environment = OptionEnvironment::Read);

  [[nodiscard]] bool has(std::string_view name) const;
  /// The given value, else the default, else an empty text.
  [[nodiscard]] std::string text(std::string_view name) const;
  [[nodiscard]] std::vector<std::string> all(std::string_view name) const;
  [[nodiscard]] bool flag(std::string_view name) const;
  [[nodiscard]] std::int64_t integer(std::string_view name) const;
  [[nodiscard]] double number(std::string_view name) const;
  [[nodiscard]] Duration duration(std::string_view name) const;
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> pairs(std::string_view name) const;

 private:
  std::multimap<std::string, std::string> given_;
  std::map<std::string, std::string> defaults_;
};

struct InputPlugin {
  std::string_view name;
  std::string_view summary;
  std::string_view documentation;  ///< Markdown
  /// File suffixes this plugin is chosen for when the user names only a file: ".csv", ".jsonl".
  std::span<const std::string_view> suffixes;
  std::span<const OptionInfo> (*options)();
  /// `targets` are the files, addresses or `-` named on the command line.
  Result<std::unique_ptr<EventSource>> (*make)(const OptionValues& options,
                                               const std::vector<std::string>& targets);
  bool on_page = true;  ///< the web interface offers it
};

/// What the word behind `-o NAME=` stands for.
enum class TargetKind {
  File,
  LastingFile,  ///< outlives a change of the specification: a service keeps it beside the epochs
  RunName,      ///< no file but a name under which others find the run
};

struct OutputPlugin {
  std::string_view name;
  std::string_view summary;
  std::string_view documentation;
  std::span<const OptionInfo> (*options)();
  /// `target` is a file name, or `-` for standard output.
  Result<std::unique_ptr<VerdictSink>> (*make)(const OptionValues& options,
                                               const std::string& target);
  TargetKind target = TargetKind::File;
};

/// All plugins a program knows: the built-in ones and those it was given.
class PluginRegistry {
 public:
  /// The plugins of this build.
  [[nodiscard]] static PluginRegistry built_in();
  void add(const InputPlugin& plugin) { inputs_.push_back(&plugin); }
  void add(const OutputPlugin& plugin) { outputs_.push_back(&plugin); }
  [[nodiscard]] std::span<const InputPlugin* const> inputs() const noexcept { return inputs_; }
  [[nodiscard]] std::span<const OutputPlugin* const> outputs() const noexcept { return outputs_; }
  [[nodiscard]] const InputPlugin* find_input(std::string_view name) const noexcept;
  [[nodiscard]] const OutputPlugin* find_output(std::string_view name) const noexcept;
  /// The input plugin for a file name, by suffix (`.gz` and `.zst` are looked through).
  [[nodiscard]] const InputPlugin* input_for_file(std::string_view file) const noexcept;

 private:
  std::vector<const InputPlugin*> inputs_;
  std::vector<const OutputPlugin*> outputs_;
};

/// The whole `fairmon` command line with these plugins; returns the exit code.
int run_command_line(int argc, const char* const* argv, const PluginRegistry& plugins);

}  // namespace fairmon
