#include <algorithm>

#include "builtins/kernels.hpp"

namespace fairmon::builtins::function_entries {
namespace {

/// The text before each filled placeholder and after the last one.
struct Template {
  std::vector<std::string> pieces;
  std::vector<Type> values;  ///< types of the arguments that are printed
  std::uint32_t num_cells = 1;
};

std::shared_ptr<const void> prepare(const std::vector<Value>& literals,
                                    const std::vector<Type>& types) {
  auto made = std::make_shared<Template>();
  const std::string& text = literals.front().as<std::string>();
  std::size_t from = 0;
  for (std::size_t i = 1; i < types.size(); ++i) {
    made->num_cells += types[i].num_cells();
    // A placeholder is `{{`, anything without `}`, `}}`; without one the argument stays unused.
    std::size_t open = text.find("{{", from);
    while (open != std::string::npos) {
      const std::size_t close = text.find('}', open);
      if (close != std::string::npos && text.compare(close, 2, "}}") == 0) {
        made->pieces.push_back(text.substr(from, open - from));
        made->values.push_back(types[i]);
        from = close + 2;
        break;
      }
      open = text.find("{{", open + 1);
    }
  }
  made->pieces.push_back(text.substr(from));
  return made;
}

Cell fill(const Cell* arguments, Evaluation& e) {
  const auto& pattern = *static_cast<const Template*>(e.prepared);
  std::string out = pattern.pieces.front();
  const Cell* cells = arguments + 1;
  for (std::size_t i = 0; i < pattern.values.size(); ++i) {
    append_text(out, pattern.values[i], cells, *e.symbols, false);
    out += pattern.pieces[i + 1];
    cells += pattern.values[i].num_cells();
  }
  return e.symbols->intern(out);
}

void fill_column(const ColumnCall& call) {
  const auto& pattern = *static_cast<const Template*>(call.evaluation->prepared);
  std::vector<Cell> row_cells(pattern.num_cells);
  for (std::uint32_t k = 0; k < call.count; ++k) {
    const std::uint32_t row = call.rows != nullptr ? call.rows[k] : k;
    for (std::uint32_t c = 1; c < pattern.num_cells; ++c) {
      row_cells[c] = call.arguments[c][row];
    }
    call.result[row] = fill(row_cells.data(), *call.evaluation);
  }
}

Function make() {
  Overload body;
  body.arguments = {Type::string()};
  body.result = Type::string();
  body.scalar = &fill;
  body.column = &fill_column;
  body.prepare = &prepare;
  Function made = make_function(
      "format", "", {""},
      {"a text with values filled in",
       "Placeholders are `{{…}}`, filled from left to right with the printed values whatever "
       "stands "
       "in the braces. Surplus placeholders stay as they are, surplus values are ignored. The text "
       "must be a literal.",
       "trigger eval when rate > 0.2 with format(\"rate {{r}} is too high\", rate)"},
      {body});
  made.literal_arguments = 0b1;
  made.variadic = true;
  return made;
}

}  // namespace

extern const Function format = make();

}  // namespace fairmon::builtins::function_entries
