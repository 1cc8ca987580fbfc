#pragma once

#include <string>
#include <string_view>

namespace fairmon::report {

/// For text and attributes of HTML and SVG. What no document may hold is replaced.
[[nodiscard]] std::string escaped(std::string_view text);

/// Markdown of a template as HTML: headings, paragraphs, lists, tables, links, `code`, emphasis.
/// Raw HTML is shown as text; links lead to http, https and mailto only.
[[nodiscard]] std::string markdown_as_html(std::string_view markdown);

}  // namespace fairmon::report
