#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fairmon::syntax::formatter {

/// Text with places where a line may end. A group is set on one line if it fits; otherwise every
/// break directly in it ends the line.
class Layout {
 public:
  void text(std::string_view text);
  /// A blank, or the end of the line if the group is broken.
  void line() { commands_.push_back({Kind::Line, {}, 0}); }
  /// Nothing, or the end of the line.
  void soft_line() { commands_.push_back({Kind::SoftLine, {}, 0}); }
  /// The end of the line, unless it is empty so far.
  void hard_line() { commands_.push_back({Kind::HardLine, {}, 0}); }
  /// An empty line; never the first one, never two of them.
  void blank_line() { commands_.push_back({Kind::BlankLine, {}, 0}); }
  void begin_group() { commands_.push_back({Kind::BeginGroup, {}, 0}); }
  void end_group() { commands_.push_back({Kind::EndGroup, {}, 0}); }
  void begin_indent(std::size_t columns) { commands_.push_back({Kind::BeginIndent, {}, columns}); }
  /// Lines begin below the present column.
  void begin_align() { commands_.push_back({Kind::BeginAlign, {}, 0}); }
  void end_indent() { commands_.push_back({Kind::EndIndent, {}, 0}); }

  [[nodiscard]] std::string render(std::size_t columns);

 private:
  enum class Kind {
    Text,
    Line,
    SoftLine,
    HardLine,
    BlankLine,
    BeginGroup,
    EndGroup,
    BeginIndent,
    BeginAlign,
    EndIndent,
  };
  struct Command {
    Kind kind;
    std::string text;
    std::size_t size;   ///< width of a Text, columns of an indent, width of a group when flat
    bool hard = false;  ///< a group that contains the end of a line
  };

  void measure_groups();
  [[nodiscard]] std::vector<std::size_t> widths_to_next_break() const;

  std::vector<Command> commands_;
};

}  // namespace fairmon::syntax::formatter
