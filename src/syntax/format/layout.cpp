#include "syntax/format/layout.hpp"

#include "support/display_width.hpp"

namespace fairmon::syntax::formatter {
namespace {

/// The page being written.
class Page {
 public:
  void write(std::string_view text, std::size_t width) {
    if (line_empty_) {
      out_.append(indent(), ' ');
      column_ = indent();
    }
    out_ += text;
    column_ += width;
    line_empty_ = false;
    started_ = true;
  }
  void end_line() {
    if (!line_empty_) {
      out_ += '\n';
      line_empty_ = true;
      column_ = indent();
    }
  }
  void blank_line() {
    end_line();
    if (started_ && !out_.ends_with("\n\n")) {
      out_ += '\n';
    }
  }
  void push_indent(std::size_t columns) { indents_.push_back(indent() + columns); }
  void push_align() { indents_.push_back(column()); }
  void pop_indent() { indents_.pop_back(); }
  [[nodiscard]] std::size_t column() const { return line_empty_ ? indent() : column_; }
  [[nodiscard]] std::string take() {
    end_line();
    return std::move(out_);
  }

 private:
  [[nodiscard]] std::size_t indent() const { return indents_.empty() ? 0 : indents_.back(); }

  std::string out_;
  std::vector<std::size_t> indents_;
  std::size_t column_ = 0;
  bool line_empty_ = true;
  bool started_ = false;
};

}  // namespace

void Layout::text(std::string_view text) {
  commands_.push_back({Kind::Text, std::string(text), support::display_width(text)});
  // A text over several lines breaks its groups.
  commands_.back().hard = text.find('\n') != std::string_view::npos;
}

void Layout::measure_groups() {
  std::vector<std::size_t> open;
  std::vector<std::size_t> begins;
  std::size_t width = 0;
  std::vector<std::size_t> width_at;
  for (std::size_t i = 0; i < commands_.size(); ++i) {
    Command& command = commands_[i];
    if (command.kind == Kind::Text) {
      width += command.size;
    } else if (command.kind == Kind::Line) {
      width += 1;
    } else if (command.kind == Kind::BeginGroup) {
      open.push_back(i);
      width_at.push_back(width);
    } else if (command.kind == Kind::EndGroup && !open.empty()) {
      Command& begin = commands_[open.back()];
      begin.size = width - width_at.back();
      open.pop_back();
      width_at.pop_back();
      if (begin.hard && !open.empty()) {
        commands_[open.back()].hard = true;
      }
    }
    const bool ends_line = command.kind == Kind::HardLine || command.kind == Kind::BlankLine ||
                           (command.kind == Kind::Text && command.hard);
    if (ends_line && !open.empty()) {
      commands_[open.back()].hard = true;
    }
  }
}

// From each command on, how much text follows before a line can end.
std::vector<std::size_t> Layout::widths_to_next_break() const {
  std::vector<std::size_t> widths(commands_.size() + 1, 0);
  for (std::size_t i = commands_.size(); i-- > 0;) {
    const Kind kind = commands_[i].kind;
    if (kind == Kind::Text) {
      widths[i] = widths[i + 1] + commands_[i].size;
    } else if (kind != Kind::Line && kind != Kind::SoftLine && kind != Kind::HardLine &&
               kind != Kind::BlankLine) {
      widths[i] = widths[i + 1];
    }
  }
  return widths;
}

std::string Layout::render(std::size_t columns) {
  measure_groups();
  const std::vector<std::size_t> following = widths_to_next_break();
  std::vector<std::size_t> ends(commands_.size(), 0);
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < commands_.size(); ++i) {
    if (commands_[i].kind == Kind::BeginGroup) {
      open.push_back(i);
    } else if (commands_[i].kind == Kind::EndGroup && !open.empty()) {
      ends[open.back()] = i;
      open.pop_back();
    }
  }
  Page page;
  std::vector<bool> flat;
  for (std::size_t i = 0; i < commands_.size(); ++i) {
    const Command& command = commands_[i];
    const bool is_flat = !flat.empty() && flat.back();
    switch (command.kind) {
      case Kind::Text:
        page.write(command.text, command.size);
        break;
      case Kind::Line:
        is_flat ? page.write(" ", 1) : page.end_line();
        break;
      case Kind::SoftLine:
        if (!is_flat) {
          page.end_line();
        }
        break;
      case Kind::HardLine:
        page.end_line();
        break;
      case Kind::BlankLine:
        page.blank_line();
        break;
      case Kind::BeginGroup: {
        const std::size_t width = command.size + following[ends[i]];
        flat.push_back(is_flat || (!command.hard && page.column() + width <= columns));
        break;
      }
      case Kind::EndGroup:
        flat.pop_back();
        break;
      case Kind::BeginIndent:
        page.push_indent(command.size);
        break;
      case Kind::BeginAlign:
        page.push_align();
        break;
      case Kind::EndIndent:
        page.pop_indent();
        break;
    }
  }
  return page.take();
}

}  // namespace fairmon::syntax::formatter
