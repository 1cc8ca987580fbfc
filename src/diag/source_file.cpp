#include <fairmon/source.hpp>

#include <algorithm>
#include <utility>

#include "support/utf8.hpp"

namespace fairmon {

struct SourceFile::Body {
  std::string name;
  std::string text;
  std::vector<std::uint32_t> line_begins;
};

namespace {

std::vector<std::uint32_t> find_line_begins(std::string_view text) {
  std::vector<std::uint32_t> begins = {0};
  for (std::size_t at = text.find('\n'); at != std::string_view::npos;
       at = text.find('\n', at + 1)) {
    begins.push_back(static_cast<std::uint32_t>(at + 1));
  }
  return begins;
}

}  // namespace

SourceFile::SourceFile() : SourceFile("", "") {}

SourceFile::SourceFile(std::string name, std::string text) {
  Body body{std::move(name), std::move(text), {}};
  body.line_begins = find_line_begins(body.text);
  body_ = std::make_shared<const Body>(std::move(body));
}

const std::string& SourceFile::name() const noexcept { return body_->name; }

std::string_view SourceFile::text() const noexcept { return body_->text; }

std::string_view SourceFile::slice(Span span) const noexcept {
  const std::string_view all = body_->text;
  const std::size_t begin = std::min<std::size_t>(span.begin, all.size());
  const std::size_t end = std::clamp<std::size_t>(span.end, begin, all.size());
  return all.substr(begin, end - begin);
}

LineColumn SourceFile::locate(std::uint32_t offset) const noexcept {
  const auto size = static_cast<std::uint32_t>(body_->text.size());
  offset = std::min(offset, size);
  const auto& begins = body_->line_begins;
  const auto after = std::upper_bound(begins.begin(), begins.end(), offset);
  const std::uint32_t begin = *std::prev(after);
  const auto before = std::string_view(body_->text).substr(begin, offset - begin);
  return {static_cast<std::uint32_t>(after - begins.begin()),
          static_cast<std::uint32_t>(support::count_code_points(before) + 1)};
}

std::uint32_t SourceFile::num_lines() const noexcept {
  return static_cast<std::uint32_t>(body_->line_begins.size());
}

std::string_view SourceFile::line(std::uint32_t number) const noexcept {
  if (number == 0 || number > num_lines()) {
    return {};
  }
  const std::string_view all = body_->text;
  const std::size_t begin = body_->line_begins[number - 1];
  std::string_view found = all.substr(begin, all.find('\n', begin) - begin);
  if (!found.empty() && found.back() == '\r') {
    found.remove_suffix(1);
  }
  return found;
}

std::uint32_t SourceFile::line_begin(std::uint32_t number) const noexcept {
  const auto& begins = body_->line_begins;
  return begins[std::clamp<std::uint32_t>(number, 1, num_lines()) - 1];
}

}  // namespace fairmon
