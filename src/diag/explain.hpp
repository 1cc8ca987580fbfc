#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace fairmon::diag {

/// One page of docs/errors, packed into the program.
struct ErrorPage {
  std::string_view id;
  std::string_view text;  ///< Markdown
};

/// All pages, sorted by id; the table is made by the build.
[[nodiscard]] std::span<const ErrorPage> error_pages();

/// The page about a diagnostic, or nothing if there is no such id.
[[nodiscard]] std::optional<std::string_view> explain(std::string_view id);

/// Every id that has a page, sorted.
[[nodiscard]] std::vector<std::string_view> all_ids();

/// The first sentence of a page: what the diagnostic means.
[[nodiscard]] std::string_view summary_of(const ErrorPage& page);

}  // namespace fairmon::diag
