#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dsa/simulator/statement.hpp"

namespace fairmon::dsa::simulator {

/// A hit of the search answer with the wanted fields, in the encoding of the service: `/` and
/// everything outside ASCII escaped.
void append_hit(std::string& out, const Statement& statement,
                const std::vector<std::string>& wanted, bool sorted_by_time = true);

/// Fields of an index document in order.
[[nodiscard]] const std::vector<std::string>& document_fields();

/// Header and rows of a daily dump.
[[nodiscard]] std::string dump_header(bool light);
void append_dump_row(std::string& out, const Statement& statement, bool light);

}  // namespace fairmon::dsa::simulator
