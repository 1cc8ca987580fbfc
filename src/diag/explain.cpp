#include "diag/explain.hpp"

#include <algorithm>

namespace fairmon::diag {

std::optional<std::string_view> explain(std::string_view id) {
  const auto pages = error_pages();
  const auto found = std::find_if(pages.begin(), pages.end(),
                                  [id](const ErrorPage& page) { return page.id == id; });
  return found == pages.end() ? std::nullopt : std::optional(found->text);
}

std::vector<std::string_view> all_ids() {
  std::vector<std::string_view> ids;
  for (const ErrorPage& page : error_pages()) {
    ids.push_back(page.id);
  }
  std::sort(ids.begin(), ids.end());
  return ids;
}

// The paragraph below the title, up to the end of its first sentence.
std::string_view summary_of(const ErrorPage& page) {
  std::string_view text = page.text;
  text.remove_prefix(std::min(text.find("\n\n"), text.size()));
  text.remove_prefix(std::min(text.find_first_not_of('\n'), text.size()));
  std::string_view paragraph = text.substr(0, text.find("\n\n"));
  const std::size_t stop = paragraph.find(". ");
  if (stop != std::string_view::npos) {
    paragraph = paragraph.substr(0, stop + 1);
  }
  return paragraph;
}

}  // namespace fairmon::diag
