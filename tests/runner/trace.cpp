#include "runner/trace.hpp"

#include <fairmon/event_source.hpp>

#include <algorithm>

#include "runner/case_options.hpp"
#include "runner/suite.hpp"

namespace fairmon::runner {
namespace {

std::string strip(std::string text) {
  text.erase(0, std::min(text.find_first_not_of(' '), text.size()));
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

/// For each column of the header the input it feeds, or nothing.
struct Binding {
  std::size_t time_column = 0;
  std::vector<std::optional<std::size_t>> inputs;
};

Result<Binding, std::string> bind_columns(const std::vector<std::string>& header,
                                          const InputSchema& schema) {
  Binding binding;
  const auto time = std::find(header.begin(), header.end(), "time");
  if (time == header.end()) {
    return std::string("the trace has no column `time`");
  }
  binding.time_column = static_cast<std::size_t>(time - header.begin());
  for (const std::string& name : header) {
    const auto input = std::find_if(schema.inputs.begin(), schema.inputs.end(),
                                    [&](const auto& item) { return item.name == name; });
    binding.inputs.push_back(input == schema.inputs.end() ? std::nullopt
                                                          : std::optional(static_cast<std::size_t>(
                                                                input - schema.inputs.begin())));
    if (name != "time" && !binding.inputs.back()) {
      return "the trace has a column `" + name + "`, but there is no such input";
    }
  }
  return binding;
}

Result<Trace::Row, std::string> read_row(const std::vector<std::string>& fields,
                                         const Binding& binding, const InputSchema& schema,
                                         SymbolTable& symbols) {
  Trace::Row row;
  row.cells.resize(schema.inputs.size());
  if (fields.size() != binding.inputs.size()) {
    return "expected " + std::to_string(binding.inputs.size()) + " fields";
  }
  const auto time = parse_seconds(fields[binding.time_column]);
  if (!time) {
    return "`" + fields[binding.time_column] + "` is no time in seconds";
  }
  row.time = *time;
  for (std::size_t column = 0; column < fields.size(); ++column) {
    const auto input = binding.inputs[column];
    if (!input || fields[column].empty() || fields[column] == "#") {
      continue;
    }
    const auto cell = decode_cell(schema.inputs[*input].type, fields[column], symbols);
    if (!cell) {
      return cell.error();
    }
    row.cells[*input] = *cell;
  }
  return row;
}

}  // namespace

std::vector<std::string> split_fields(std::string_view line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
      fields.back() += line[++i];
    } else if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  std::transform(fields.begin(), fields.end(), fields.begin(), strip);
  return fields;
}

Result<Trace, std::string> parse_trace(std::string_view text, const Spec& spec,
                                       SymbolTable& symbols) {
  const std::vector<std::string> lines = split_lines(text);
  if (lines.empty()) {
    return std::string("the trace has no header");
  }
  const auto binding = bind_columns(split_fields(lines.front()), spec.input_schema());
  if (!binding) {
    return binding.error();
  }
  Trace trace;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (lines[i].empty()) {
      continue;
    }
    auto row = read_row(split_fields(lines[i]), *binding, spec.input_schema(), symbols);
    if (!row) {
      return "line " + std::to_string(i + 1) + " of the trace: " + row.error();
    }
    trace.rows.push_back(*std::move(row));
  }
  return trace;
}

}  // namespace fairmon::runner
