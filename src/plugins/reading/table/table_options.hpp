#pragma once

#include <fairmon/plugin.hpp>

#include <chrono>
#include <string>
#include <vector>

#include "plugins/reading/input_options.hpp"

namespace fairmon::plugins {

/// Options of every input that reads rows of a database.
[[nodiscard]] std::vector<OptionInfo> table_input_options();

struct TableInput {
  CommonInput common;
  std::string table;  ///< either this
  std::string query;  ///< or that is given
  std::string key;    ///< empty: the table's own
  std::chrono::milliseconds poll{1000};
};

[[nodiscard]] Result<TableInput> read_table_options(const OptionValues& values);

/// Number of a column by its name; the error names the nearest one. `what` is the option.
[[nodiscard]] Result<std::size_t> find_column(const std::vector<std::string>& columns,
                                              const std::string& name, const std::string& what);

}  // namespace fairmon::plugins
