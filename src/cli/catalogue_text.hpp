#pragma once

#include <fairmon/catalogue.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace fairmon::cli {

[[nodiscard]] std::string_view kind_name(CatalogueKind kind) noexcept;
[[nodiscard]] std::vector<std::string> kind_names();

/// Prints all entries of a name or spelling; returns the exit code (1 if there is none, with the
/// nearest name).
int print_entry(const std::vector<CatalogueEntry>& entries, const std::string& name);

}  // namespace fairmon::cli
