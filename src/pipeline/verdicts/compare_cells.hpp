#pragma once

#include <fairmon/symbols.hpp>
#include <fairmon/value.hpp>

namespace fairmon::pipeline {

/// Orders two values of one type the way a reader expects: numbers by size, texts by bytes, tuples
/// component by component, absent before present. Negative, zero or positive.
[[nodiscard]] int compare_cells(const Type& type, const Cell* a, const Cell* b,
                                const SymbolTable& symbols);

}  // namespace fairmon::pipeline
