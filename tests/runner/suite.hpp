#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fairmon::runner {

/// One fenced block. `text` ends with a newline unless it is empty.
struct Block {
  std::string kind;
  std::string text;
  std::size_t first_line = 0;  ///< of the content, counted from 1
  std::size_t num_lines = 0;   ///< of the content
};

/// One case: a heading and the blocks below it, up to the next heading.
struct Case {
  std::string name;
  std::size_t line = 0;
  std::vector<Block> blocks;

  /// The first block of a kind, or null.
  [[nodiscard]] const Block* find(std::string_view kind) const;
};

/// A Markdown file with its cases; headings without a specification are prose and left out.
struct Suite {
  std::string path;
  std::vector<std::string> lines;
  std::vector<Case> cases;
};

[[nodiscard]] Suite parse_suite(std::string path, std::string_view text);

/// The file's text after replacing the content of blocks; replacements end with a newline.
struct Replacement {
  const Block* block = nullptr;
  std::string text;
};
[[nodiscard]] std::string replace_blocks(const Suite& suite,
                                         const std::vector<Replacement>& replacements);

/// Splits at line breaks; a final line break makes no empty line.
[[nodiscard]] std::vector<std::string> split_lines(std::string_view text);

}  // namespace fairmon::runner
