#pragma once

#include <string>
#include <vector>

#include "intake/writer.hpp"

namespace fairmon::intake {

/// A rate of fewer cases says little.
inline constexpr std::size_t kSupport = 30;
/// So many values are named where there may be many.
inline constexpr std::size_t kValuesShown = 6;

/// How the file is read as a whole: `#![…]`.
void add_file_tags(Writer& writer, const Sample& sample, const Roles& roles);
/// The inputs of all roles, and outputs that make groups of numbers.
void add_inputs(Writer& writer, const Sample& sample, const Roles& roles);

/// `a, b, …`
[[nodiscard]] std::string listed(const std::vector<std::string>& items, std::size_t most);

}  // namespace fairmon::intake
