#include <fairmon/tooling.hpp>
#include <fmt/format.h>

#include "api/spec_body.hpp"
#include "api/tooling/graph.hpp"

namespace fairmon {
namespace {

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
    }
    out += c;
  }
  return out + "\"";
}

}  // namespace

std::string dependency_graph_dot(const Spec& spec) {
  const api::Graph graph = api::make_graph(*spec.body().program);
  std::string text = "digraph specification {\n  rankdir=LR;\n  node [shape=box];\n";
  for (const api::Graph::Node& node : graph.nodes) {
    const char* shape = node.kind == "input"     ? "ellipse"
                        : node.kind == "trigger" ? "octagon"
                                                 : "box";
    text += fmt::format("  {} [shape={}, tooltip={}];\n", quoted(node.name), shape,
                        quoted(node.detail));
  }
  for (const api::Graph::Edge& edge : graph.edges) {
    text += fmt::format("  {} -> {} [label={}{}];\n", quoted(graph.nodes[edge.from].name),
                        quoted(graph.nodes[edge.to].name), quoted(edge.label),
                        edge.ordering ? "" : ", style=dashed");
  }
  return text + "}\n";
}

}  // namespace fairmon
