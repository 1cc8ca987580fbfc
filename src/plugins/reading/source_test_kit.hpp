#pragma once

#include <fairmon/plugin.hpp>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace fairmon::plugins::testing {

/// A file that goes away with the test.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& suffix, const std::string& content = {}) {
    static int counter = 0;
    path_ =
        (std::filesystem::temp_directory_path() /
         ("fairmon-test-" + std::to_string(::getpid()) + "-" + std::to_string(counter++) + suffix))
            .string();
    write(content);
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  void write(const std::string& content) const {
    std::ofstream(path_, std::ios::binary) << content;
  }
  void append(const std::string& content) const {
    std::ofstream(path_, std::ios::binary | std::ios::app) << content;
  }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

using Lines = std::vector<std::string>;
using Options = std::multimap<std::string, std::string>;
using Inputs = std::vector<std::pair<std::string, Type>>;

inline const Inputs kNumberAndText = {{"a", Type::integer()}, {"s", Type::string()}};

/// Everything a source delivers, one line per row: `0.5 a=1 s="x"`, then `error: …` if it failed.
struct Reading {
  Lines lines;
  Lines reports;
  std::string error;
  SourceProgress progress;
  std::optional<Timestamp> start;
};

struct ReadSettings {
  RecordPolicy on_bad = RecordPolicy::Stop;
  LatePolicy on_late = LatePolicy::Stop;
  bool midnight = false;
  std::size_t batch_rows = 7;
  std::optional<Timestamp> start;
};

inline std::string row_text(const EventBatch& batch, std::size_t row, const InputSchema& schema,
                            const SymbolTable& symbols) {
  std::string text =
      to_text(Type::floating(), Value(static_cast<double>(batch.times()[row].ns) / 1e9));
  for (std::size_t input = 0; input < schema.inputs.size(); ++input) {
    if (batch.column(input).has(row)) {
      text += " " + schema.inputs[input].name + "=";
      append_text(text, schema.inputs[input].type, &batch.column(input).cells[row], symbols);
    }
  }
  return text;
}

inline Reading read_all(const InputPlugin& plugin, const std::vector<std::string>& targets,
                        const Inputs& inputs, const Options& options = {},
                        const ReadSettings& settings = {}) {
  Reading reading;
  SourceContext context;
  for (const auto& [name, type] : inputs) {
    context.schema.inputs.push_back({name, type, true});
  }
  context.symbols = std::make_shared<SymbolTable>();
  context.on_bad_record = settings.on_bad;
  context.on_late = settings.on_late;
  context.start_at_midnight = settings.midnight;
  context.start_time = settings.start;
  context.report = [&](const RecordError& error) { reading.reports.push_back(error.to_string()); };
  const auto fail = [&](const Error& error) {
    reading.error = error.to_string();
    return reading;
  };
  auto values = OptionValues::check(plugin.options(), options);
  if (!values) {
    return fail(values.error());
  }
  auto source = plugin.make(*values, targets);
  if (!source) {
    return fail(source.error());
  }
  if (auto opened = (*source)->open(context); !opened) {
    return fail(opened.error());
  }
  EventBatch batch(inputs.size(), settings.batch_rows);
  while (true) {
    batch.clear();
    const auto status = (*source)->read(batch);
    for (std::size_t row = 0; row < batch.num_rows(); ++row) {
      reading.lines.push_back(row_text(batch, row, context.schema, *context.symbols));
    }
    if (!status) {
      reading.error = status.error().to_string();
      break;
    }
    if (*status == ReadStatus::End) {
      break;
    }
  }
  reading.progress = (*source)->progress();
  reading.start = (*source)->start_time();
  return reading;
}

/// The same of a file that is made for the purpose.
inline Reading read_content(const InputPlugin& plugin, const std::string& content,
                            const Inputs& inputs, const Options& options = {},
                            const ReadSettings& settings = {}) {
  const TemporaryFile file("." + std::string(plugin.name), content);
  return read_all(plugin, {file.path()}, inputs, options, settings);
}

}  // namespace fairmon::plugins::testing
