#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace fairmon {

/// Half-open byte range inside one source file. `file` 0 is the user's specification; metric
/// templates that `use` pulls in have higher numbers.
struct Span {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t file = 0;

  [[nodiscard]] constexpr bool empty() const noexcept { return begin == end; }
  [[nodiscard]] constexpr std::uint32_t size() const noexcept { return end - begin; }
  friend constexpr bool operator==(Span, Span) = default;
};

/// The smallest span that covers both. Both must lie in the same file.
[[nodiscard]] constexpr Span cover(Span a, Span b) noexcept {
  return {a.begin < b.begin ? a.begin : b.begin, a.end > b.end ? a.end : b.end, a.file};
}

/// Line and column, both counted from 1; columns count Unicode code points.
struct LineColumn {
  std::uint32_t line = 1;
  std::uint32_t column = 1;
  friend constexpr bool operator==(LineColumn, LineColumn) = default;
};

/// An immutable piece of source text with a name for messages. Cheap to copy.
class SourceFile {
 public:
  SourceFile();
  SourceFile(std::string name, std::string text);

  [[nodiscard]] const std::string& name() const noexcept;
  [[nodiscard]] std::string_view text() const noexcept;
  [[nodiscard]] std::string_view slice(Span span) const noexcept;
  [[nodiscard]] LineColumn locate(std::uint32_t offset) const noexcept;
  [[nodiscard]] std::uint32_t num_lines() const noexcept;
  /// The text of a line (counted from 1) without its line break.
  [[nodiscard]] std::string_view line(std::uint32_t number) const noexcept;
  /// Byte offset at which a line (counted from 1) begins.
  [[nodiscard]] std::uint32_t line_begin(std::uint32_t number) const noexcept;

 private:
  struct Body;
  std::shared_ptr<const Body> body_;
};

}  // namespace fairmon
