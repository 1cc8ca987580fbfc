#pragma once

#include <string_view>

namespace fairmon {

/// Version of the library as `major.minor.patch`.
[[nodiscard]] std::string_view version() noexcept;
/// Compiler and build type, for reports.
[[nodiscard]] std::string_view build_facts() noexcept;

}  // namespace fairmon
