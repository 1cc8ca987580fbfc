#pragma once

#include <fairmon/spec.hpp>
#include <fairmon/symbols.hpp>

#include <string>
#include <vector>

namespace fairmon::plugins {

/// Types of a stream's parameters, in order.
[[nodiscard]] std::vector<Type> parameter_types(const StreamInfo& stream);

/// Appends the parameters of an instance side by side: `A, 3`. Nothing if there is no instance.
void append_parameters(std::string& out, const std::vector<Type>& types, const Cell* cells,
                       const SymbolTable& symbols);

}  // namespace fairmon::plugins
