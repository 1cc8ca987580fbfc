#include "diag/render/source_line.hpp"

#include <algorithm>

#include "support/display_width.hpp"
#include "support/printable.hpp"
#include "support/utf8.hpp"

namespace fairmon::diag {
namespace {

constexpr std::size_t kTabWidth = 4;

// A row of cells that later writings overwrite, each with its paint.
class Canvas {
 public:
  void put(std::size_t column, char32_t character, Paint paint) {
    if (column >= cells_.size()) {
      cells_.resize(column + 1, {U' ', Paint::Frame});
    }
    cells_[column] = {character, paint};
  }

  [[nodiscard]] std::string text(const Palette& palette) const {
    std::string out;
    for (std::size_t i = 0; i < cells_.size();) {
      std::string run;
      const Cell& first = cells_[i];
      for (; i < cells_.size() && cells_[i].paint == first.paint &&
             (cells_[i].character == U' ') == (first.character == U' ');
           ++i) {
        support::append_utf8(run, cells_[i].character);
      }
      out += first.character == U' ' ? run : palette.paint(first.paint, run);
    }
    return out;
  }

 private:
  struct Cell {
    char32_t character;
    Paint paint;
  };
  std::vector<Cell> cells_;
};

struct Placed {
  std::size_t begin;
  std::size_t end;
  const Mark* mark;
};

// Small marks lie on top of large ones, so that a place inside another one shows; the primary one
// lies on top of others of its size.
Canvas draw_marks(std::vector<Placed> placed, Paint primary) {
  std::stable_sort(placed.begin(), placed.end(), [](const Placed& a, const Placed& b) {
    const std::size_t left = a.end - a.begin;
    const std::size_t right = b.end - b.begin;
    return left != right ? left > right : !a.mark->primary && b.mark->primary;
  });
  Canvas canvas;
  for (const Placed& one : placed) {
    const Paint paint = one.mark->primary ? primary : Paint::Explaining;
    for (std::size_t column = one.begin; column < one.end; ++column) {
      canvas.put(column, one.mark->primary ? U'^' : U'-', paint);
    }
  }
  return canvas;
}

}  // namespace

std::string visible_line(std::string_view line) {
  std::string shown;
  std::size_t column = 0;
  for (std::size_t at = 0; at < line.size();) {
    const support::Decoded one = support::decode_utf8(line, at);
    if (one.code_point == U'\t') {
      const std::size_t blanks = kTabWidth - column % kTabWidth;
      shown.append(blanks, ' ');
      column += blanks;
    } else {
      const bool control = support::commands_terminal(one.code_point);
      support::append_utf8(shown, control ? U'\uFFFD' : one.code_point);
      column += control ? 1 : support::display_width(one.code_point);
    }
    at += one.length;
  }
  return shown;
}

std::size_t visible_column(std::string_view line, std::size_t offset) {
  return support::display_width(visible_line(line.substr(0, std::min(offset, line.size()))));
}

std::vector<std::string> mark_lines(std::string_view line, std::vector<Mark> marks,
                                    const Palette& palette, Paint primary) {
  std::vector<Placed> placed;
  for (const Mark& mark : marks) {
    const std::size_t begin = visible_column(line, mark.begin);
    placed.push_back({begin, std::max(visible_column(line, mark.end), begin + 1), &mark});
  }
  // From right to left: the rightmost word fits behind its mark, others hang below theirs.
  std::stable_sort(placed.begin(), placed.end(),
                   [](const Placed& a, const Placed& b) { return a.begin > b.begin; });
  const auto paint_of = [&](const Placed& one) {
    return one.mark->primary ? primary : Paint::Explaining;
  };
  const Canvas underline = draw_marks(placed, primary);
  std::size_t right_end = 0;
  for (const Placed& one : placed) {
    right_end = std::max(right_end, one.end);
  }
  std::vector<std::string> lines = {underline.text(palette)};
  std::erase_if(placed, [](const Placed& one) { return one.mark->text.empty(); });
  std::size_t next = 0;
  if (!placed.empty() && placed.front().end == right_end) {
    lines.front() += " " + palette.paint(paint_of(placed.front()), placed.front().mark->text);
    next = 1;
  }
  for (; next < placed.size(); ++next) {
    Canvas stems;
    for (std::size_t left = next + 1; left < placed.size(); ++left) {
      stems.put(placed[left].begin, U'│', paint_of(placed[left]));
    }
    const std::string before = stems.text(palette);
    const std::size_t used = placed.size() > next + 1 ? placed[next + 1].begin + 1 : 0;
    const std::size_t column = placed[next].begin;
    const std::string gap(column > used ? column - used : 0, ' ');
    const bool same_place = used > column;
    lines.push_back((same_place ? std::string(column, ' ') : before + gap) +
                    palette.paint(paint_of(placed[next]), placed[next].mark->text));
  }
  return lines;
}

}  // namespace fairmon::diag
