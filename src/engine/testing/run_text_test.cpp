#include "engine/testing/run_text.hpp"

#include <algorithm>
#include <map>
#include <sstream>
#include <vector>

#include "engine/engine.hpp"
#include "ir/passes/pipeline.hpp"
#include "ir/text.hpp"
#include "support/check.hpp"

namespace fairmon::engine::testing {

namespace {

Cell parse_cell(const Type& type, const std::string& word, SymbolTable& symbols) {
  if (type.is(TypeKind::String)) {
    return symbols.intern(word);
  }
  if (type.is(TypeKind::Bool)) {
    return cell_of(word == "true");
  }
  if (type.is_real()) {
    return cell_of(std::stod(word));
  }
  return cell_of(std::int64_t{std::stoll(word)});
}

}  // namespace

std::shared_ptr<const ir::Program> program(std::string_view text) {
  Result<ir::Program> read = ir::read(text);
  FAIRMON_CHECK(read.ok(), read.ok() ? "" : read.error().to_string());
  for (const std::string_view pass :
       {"common-subexpressions", "key-recognition", "instance-tables"}) {
    ir::passes::run_pass(*read, pass);
  }
  return std::make_shared<const ir::Program>(std::move(read).value());
}

void add_events(const ir::Program& program, std::string_view trace, SymbolTable& symbols,
                EventBatch& batch) {
  std::istringstream lines{std::string(trace)};
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string word;
    if (!(words >> word)) {
      continue;
    }
    const auto ns = static_cast<std::int64_t>(std::stold(word) * 1e9L + 0.5L);
    const std::size_t row = batch.add_row(Timestamp{ns});
    for (std::size_t input = 0; words >> word; ++input) {
      if (word != "-") {
        const Type& type = program.streams[ir::StreamId(input)].type;
        batch.set(row, input, parse_cell(type, word, symbols));
      }
    }
  }
}

std::string print(const ir::Program& program, const VerdictBatch& verdicts,
                  const SymbolTable& symbols) {
  std::multimap<std::uint32_t, std::string> lines;
  for (std::size_t s = program.num_inputs; s < verdicts.streams.size(); ++s) {
    const StreamVerdicts& stream = verdicts.streams[s];
    const ir::Stream& declared = program.streams[ir::StreamId(s)];
    for (std::size_t row = 0; row < stream.num_rows(); ++row) {
      std::string line = declared.name;
      const Cell* cell = stream.parameters.data() + row * stream.cells_per_instance;
      for (std::size_t p = 0; p < declared.parameters.size(); ++p) {
        line += p == 0 ? "(" : ",";
        append_text(line, declared.parameters[p].type, cell, symbols, false);
        cell += declared.parameters[p].type.num_cells();
      }
      line += declared.parameters.empty() ? "" : ")";
      if (stream.kind[row] == ChangeKind::Value) {
        line += " = ";
        append_text(line, declared.type, stream.values.data() + row * stream.cells_per_value,
                    symbols, false);
      } else {
        line += stream.kind[row] == ChangeKind::Spawn ? " spawned" : " closed";
      }
      lines.emplace(stream.cycle[row], line);
    }
  }
  for (const EvaluationError& error : verdicts.errors) {
    lines.emplace(error.cycle,
                  program.streams[ir::StreamId(error.stream)].name + " failed: " + error.message);
  }
  std::ostringstream text;
  for (std::uint32_t cycle = 0; cycle < verdicts.cycle_times.size(); ++cycle) {
    std::vector<std::string> sorted;
    for (auto [at, end] = lines.equal_range(cycle); at != end; ++at) {
      sorted.push_back(at->second);
    }
    std::sort(sorted.begin(), sorted.end());
    for (const std::string& line : sorted) {
      text << static_cast<double>(verdicts.cycle_times[cycle].ns) / 1e9 << ' ' << line << '\n';
    }
  }
  return text.str();
}

std::string run(std::string_view program_text, std::string_view trace, std::size_t rows,
                ErrorPolicy policy, Maker make, bool through_checkpoint) {
  const auto compiled = program(program_text);
  MonitorOptions options;
  options.symbols = std::make_shared<SymbolTable>();
  options.on_error = policy;
  make = make == nullptr ? &make_monitor : make;
  auto monitor = make(compiled, options);
  EventBatch all(compiled->num_inputs);
  add_events(*compiled, trace, *options.symbols, all);
  std::string text;
  VerdictBatch verdicts;
  const auto take = [&](const Result<void>& result) {
    text += print(*compiled, verdicts, *options.symbols);
    if (!result) {
      text += "stopped: " + result.error().to_string() + "\n";
    }
    verdicts.clear();
    return result.ok();
  };
  for (std::size_t first = 0; first < all.num_rows(); first += rows) {
    EventBatch part(compiled->num_inputs);
    for (std::size_t row = first; row < std::min(first + rows, all.num_rows()); ++row) {
      const std::size_t to = part.add_row(all.times()[row]);
      for (std::size_t input = 0; input < all.num_inputs(); ++input) {
        if (all.column(input).has(row)) {
          part.set(to, input, all.column(input).cells[row]);
        }
      }
    }
    if (!take(monitor->accept(part, verdicts))) {
      return text;
    }
    if (through_checkpoint) {
      std::string bytes;
      monitor->save(bytes);
      monitor = make(compiled, options);
      FAIRMON_CHECK(monitor->restore(bytes).ok(), "a state was not taken back");
    }
  }
  take(monitor->finish(verdicts));
  return text;
}

std::string first_difference(std::string_view found, std::string_view expected) {
  std::istringstream left{std::string(found)};
  std::istringstream right{std::string(expected)};
  std::string a;
  std::string b;
  bool more_left = true;
  bool more_right = true;
  while (a == b && (more_left || more_right)) {
    more_left = static_cast<bool>(std::getline(left, a));
    more_right = static_cast<bool>(std::getline(right, b));
    a = more_left ? a : "(end)";
    b = more_right ? b : "(end)";
  }
  return "found:    " + a + "\nexpected: " + b + "\n";
}

}  // namespace fairmon::engine::testing
