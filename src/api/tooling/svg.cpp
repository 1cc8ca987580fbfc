#include <fairmon/tooling.hpp>
#include <fmt/format.h>

#include <algorithm>

#include "api/spec_body.hpp"
#include "api/tooling/graph.hpp"

namespace fairmon {
namespace {

constexpr int kMargin = 20;
constexpr int kNodeHeight = 40;
constexpr int kRowGap = 24;
constexpr int kColumnGap = 90;
constexpr int kCharacterWidth = 7;

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    out += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
  }
  return out;
}

struct Box {
  int x = 0;
  int y = 0;
  int width = 0;
};

int text_width(const std::string& text) {
  // Continuation bytes of UTF-8 take no room of their own.
  const auto characters = std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U;
  });
  return static_cast<int>(characters) * kCharacterWidth;
}

/// Columns from left to right; inside a column, streams stand near what they read.
class Layout {
 public:
  explicit Layout(const api::Graph& graph) : graph_(graph), boxes_(graph.nodes.size()) {
    std::uint32_t last = 0;
    for (const api::Graph::Node& node : graph.nodes) {
      last = std::max(last, node.column);
    }
    columns_.resize(last + 1);
    for (std::uint32_t i = 0; i < graph.nodes.size(); ++i) {
      columns_[graph.nodes[i].column].push_back(i);
    }
    int x = kMargin;
    for (std::vector<std::uint32_t>& column : columns_) {
      if (!column.empty()) {
        x += place(column, x) + kColumnGap;
      }
    }
    width_ = x - kColumnGap + kMargin;
  }

  [[nodiscard]] const Box& box(std::uint32_t node) const { return boxes_[node]; }
  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }

 private:
  int place(std::vector<std::uint32_t>& column, int x) {
    std::stable_sort(column.begin(), column.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return wish(a) < wish(b); });
    int width = 0;
    for (const std::uint32_t node : column) {
      const api::Graph::Node& content = graph_.nodes[node];
      width = std::max({width, text_width(content.name), text_width(content.detail)});
    }
    width += 16;
    int y = kMargin;
    for (const std::uint32_t node : column) {
      boxes_[node] = {x, y, width};
      y += kNodeHeight + kRowGap;
    }
    height_ = std::max(height_, y - kRowGap + kMargin);
    return width;
  }

  /// The mean height of what a stream reads in earlier columns.
  double wish(std::uint32_t node) const {
    double sum = 0;
    int count = 0;
    for (const api::Graph::Edge& edge : graph_.edges) {
      if (edge.to == node && graph_.nodes[edge.from].column < graph_.nodes[node].column) {
        sum += boxes_[edge.from].y;
        ++count;
      }
    }
    return count == 0 ? 0 : sum / count;
  }

  const api::Graph& graph_;
  std::vector<std::vector<std::uint32_t>> columns_;
  std::vector<Box> boxes_;
  int width_ = 0;
  int height_ = 0;
};

std::string draw_edge(const Layout& layout, const api::Graph::Edge& edge) {
  const Box& from = layout.box(edge.from);
  const Box& to = layout.box(edge.to);
  const int middle_from = from.y + kNodeHeight / 2;
  const int middle_to = to.y + kNodeHeight / 2;
  std::string path;
  int label_x = 0;
  int label_y = 0;
  if (edge.from == edge.to) {
    const int right = from.x + from.width;
    path = fmt::format("M{} {} c30 -30 30 40 0 14", right, middle_from - 8);
    label_x = right + 24;
    label_y = middle_from + 4;
  } else {
    const bool forward = from.x < to.x;
    const int begin = forward ? from.x + from.width : from.x;
    const int end = forward ? to.x : to.x + to.width;
    const int bend = (begin + end) / 2;
    path = fmt::format("M{} {} C{} {} {} {} {} {}", begin, middle_from, bend, middle_from, bend,
                       middle_to, end, middle_to);
    label_x = bend;
    label_y = (middle_from + middle_to) / 2 - 4;
  }
  return fmt::format(
      "<path d=\"{}\" class=\"edge{}\" marker-end=\"url(#tip)\"/>\n"
      "<text x=\"{}\" y=\"{}\" class=\"label\">{}</text>\n",
      path, edge.ordering ? "" : " loose", label_x, label_y, escaped(edge.label));
}

std::string draw_node(const Box& box, const api::Graph::Node& node) {
  const int centre = box.x + box.width / 2;
  return fmt::format(
      "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" class=\"{}\"/>\n"
      "<text x=\"{}\" y=\"{}\" class=\"name\">{}</text>\n"
      "<text x=\"{}\" y=\"{}\" class=\"label\">{}</text>\n",
      box.x, box.y, box.width, kNodeHeight, node.kind == "input" ? kNodeHeight / 2 : 4, node.kind,
      centre, box.y + 17, escaped(node.name), centre, box.y + 33, escaped(node.detail));
}

}  // namespace

std::string dependency_graph_svg(const Spec& spec) {
  const api::Graph graph = api::make_graph(*spec.body().program);
  const Layout layout(graph);
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
      "viewBox=\"0 0 {0} {1}\" font-family=\"sans-serif\">\n"
      "<style>rect{{fill:#fff;stroke:#456}} .trigger{{stroke:#b22}} .input{{fill:#eef3f8}} "
      ".edge{{fill:none;stroke:#678}} .loose{{stroke-dasharray:4 3}} text{{text-anchor:middle}} "
      ".name{{font-size:13px}} .label{{font-size:10px;fill:#567}}</style>\n"
      "<marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" "
      "markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0 L8 4 L0 8 z\" fill=\"#678\"/></marker>\n",
      layout.width(), layout.height());
  for (const api::Graph::Edge& edge : graph.edges) {
    text += draw_edge(layout, edge);
  }
  for (std::uint32_t i = 0; i < graph.nodes.size(); ++i) {
    text += draw_node(layout.box(i), graph.nodes[i]);
  }
  return text + "</svg>\n";
}

}  // namespace fairmon
