#include <algorithm>
#include <map>

#include "diag/render/fix_lines.hpp"
#include "diag/render/render.hpp"
#include "diag/render/source_line.hpp"
#include "support/printable.hpp"

namespace fairmon::diag {
namespace {

using MarksByLine = std::map<std::uint32_t, std::vector<Mark>>;

class SnippetRenderer {
 public:
  SnippetRenderer(const Diagnostics& diagnostics, bool colour)
      : diagnostics_(diagnostics), palette_(colour) {}

  void render(const Diagnostic& item);
  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  void render_head(const Diagnostic& item);
  void render_file(const Diagnostic& item, std::uint32_t file);
  void render_tail(const Diagnostic& item);
  void render_fix(const Fix& fix);
  [[nodiscard]] MarksByLine marks_of(const Diagnostic& item, std::uint32_t file) const;
  void add_marks(MarksByLine& marks, const Label& label) const;
  void find_gutter(const Diagnostic& item);
  void framed(std::string_view sign, std::string_view text);
  void remark(std::string_view kind, std::string_view text);

  const Diagnostics& diagnostics_;
  Palette palette_;
  std::size_t gutter_ = 1;
  std::string out_;
};

void SnippetRenderer::render(const Diagnostic& item) {
  if (!out_.empty()) {
    out_ += '\n';
  }
  find_gutter(item);
  render_head(item);
  const std::uint32_t first = item.primary_span().file;
  render_file(item, first);
  for (std::uint32_t file = 0; file < diagnostics_.files().size(); ++file) {
    const bool concerned =
        std::any_of(item.labels.begin(), item.labels.end(),
                    [file](const Label& label) { return label.span.file == file; });
    if (file != first && concerned) {
      render_file(item, file);
    }
  }
  render_tail(item);
}

// Room for the largest line number.
void SnippetRenderer::find_gutter(const Diagnostic& item) {
  gutter_ = 1;
  for (const Label& label : item.labels) {
    const auto line = file_of(diagnostics_, label.span).locate(label.span.end).line;
    gutter_ = std::max(gutter_, std::to_string(line).size());
  }
}

void SnippetRenderer::render_head(const Diagnostic& item) {
  const std::string kind = std::string(severity_name(item.severity)) + "[" + item.id + "]";
  out_ += palette_.paint(Palette::of(item.severity), kind) +
          palette_.paint(Paint::Strong, ": " + support::printable(item.message)) + "\n";
}

void SnippetRenderer::framed(std::string_view sign, std::string_view text) {
  out_ += std::string(gutter_ + 1, ' ') + palette_.paint(Paint::Frame, sign);
  out_ += text.empty() ? "\n" : " " + std::string(text) + "\n";
}

void SnippetRenderer::render_file(const Diagnostic& item, std::uint32_t file_number) {
  const SourceFile& file = file_of(diagnostics_, {0, 0, file_number});
  const MarksByLine marks = marks_of(item, file_number);
  const auto shown = std::find_if(item.labels.begin(), item.labels.end(), [&](const Label& label) {
    return label.span.file == file_number &&
           (label.primary || item.primary_span().file != file_number);
  });
  const LineColumn at = file.locate(shown == item.labels.end() ? 0 : shown->span.begin);
  framed("┌─", support::printable(file.name()) + ":" + std::to_string(at.line) + ":" +
                   std::to_string(at.column));
  for (const auto& [number, of_line] : marks) {
    const std::string digits = std::to_string(number);
    const std::string_view line = file.line(number);
    const std::string text = visible_line(line);
    out_ += palette_.paint(Paint::Frame, std::string(gutter_ - digits.size(), ' ') + digits + " │");
    out_ += text.empty() ? "\n" : " " + text + "\n";
    for (const std::string& below :
         mark_lines(line, of_line, palette_, Palette::of(item.severity))) {
      framed("│", below);
    }
  }
}

MarksByLine SnippetRenderer::marks_of(const Diagnostic& item, std::uint32_t file) const {
  MarksByLine marks;
  for (const Label& label : item.labels) {
    if (label.span.file == file) {
      add_marks(marks, label);
    }
  }
  return marks;
}

// A span over several lines is marked at its first and at its last one, which carries the word.
void SnippetRenderer::add_marks(MarksByLine& marks, const Label& label) const {
  const SourceFile& file = file_of(diagnostics_, label.span);
  const std::uint32_t first = file.locate(label.span.begin).line;
  const std::uint32_t last = label.span.empty() ? first : file.locate(label.span.end - 1).line;
  const std::size_t begin = label.span.begin - file.line_begin(first);
  if (first == last) {
    const std::size_t end = label.span.end - file.line_begin(first);
    marks[first].push_back({begin, end, support::printable(label.text), label.primary});
    return;
  }
  marks[first].push_back({begin, file.line(first).size(), "", label.primary});
  const std::string_view line = file.line(last);
  const std::size_t indent = std::min(line.find_first_not_of(" \t"), line.size());
  marks[last].push_back({indent, label.span.end - file.line_begin(last),
                         support::printable(label.text), label.primary});
}

void SnippetRenderer::remark(std::string_view kind, std::string_view text) {
  framed("=",
         palette_.paint(Paint::Strong, std::string(kind) + ":") + " " + support::printable(text));
}

void SnippetRenderer::render_fix(const Fix& fix) {
  remark("help", fix.title);
  for (const FixLine& line : fix_lines(diagnostics_, fix)) {
    const Paint paint = line.added ? Paint::Added : Paint::Removed;
    out_ += std::string(gutter_ + 1, ' ') +
            palette_.paint(paint, (line.added ? "+ " : "- ") + visible_line(line.text)) + "\n";
  }
}

void SnippetRenderer::render_tail(const Diagnostic& item) {
  for (const std::string& note : item.notes) {
    remark("note", note);
  }
  for (const std::string& help : item.helps) {
    remark("help", help);
  }
  for (const Fix& fix : item.fixes) {
    render_fix(fix);
  }
  remark("more", "fairmon explain " + item.id);
}

}  // namespace

std::string render_snippets(const Diagnostics& diagnostics, bool colour) {
  SnippetRenderer renderer(diagnostics, colour);
  for (const Diagnostic& item : diagnostics.all()) {
    renderer.render(item);
  }
  return renderer.take();
}

}  // namespace fairmon::diag
