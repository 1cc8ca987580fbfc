#include "api/tooling/graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "api/describe.hpp"
#include "ir/dependencies.hpp"

namespace fairmon::api {
namespace {

std::string access_label(const ir::Dependency& dependency) {
  switch (dependency.access) {
    case ir::ExprKind::Offset:
      return fmt::format("offset {}", dependency.offset);
    case ir::ExprKind::Hold:
      return "hold";
    case ir::ExprKind::Get:
      return "get";
    case ir::ExprKind::IsFresh:
      return "is_fresh";
    case ir::ExprKind::WindowRead:
      return "window";
    case ir::ExprKind::InstanceAggregate:
      return "instances";
    case ir::ExprKind::Constant:
    case ir::ExprKind::Parameter:
    case ir::ExprKind::LambdaParameter:
    case ir::ExprKind::Now:
    case ir::ExprKind::Sync:
    case ir::ExprKind::Apply:
    case ir::ExprKind::Equal:
    case ir::ExprKind::And:
    case ir::ExprKind::Or:
    case ir::ExprKind::If:
    case ir::ExprKind::Defaults:
    case ir::ExprKind::Tuple:
    case ir::ExprKind::Project:
    case ir::ExprKind::Some:
    case ir::ExprKind::Error:
      break;
  }
  return {};
}

Graph::Node make_node(const ir::Program& program, const ir::Stream& stream) {
  Graph::Node node;
  node.name = stream.name;
  node.kind = stream.kind == ir::StreamKind::Input     ? "input"
              : stream.kind == ir::StreamKind::Trigger ? "trigger"
                                                       : "output";
  node.detail = stream.type.to_string();
  if (!stream.evals.empty()) {
    node.detail += " @ " + pacing_in_words(program, stream.evals.front().pacing);
  }
  return node;
}

// Streams of the clock come after all streams of events, which they may read; inside either kind,
// layers say who comes first.
std::pair<bool, std::uint32_t> place_in_order(const ir::Stream& stream) {
  const bool by_clock =
      !stream.evals.empty() && stream.evals.front().pacing.kind != ir::PacingKind::Event;
  return {by_clock, stream.eval_layer};
}

// Every stream right of what it reads, but for readings of the past that close a circle.
void place_in_columns(const ir::Program& program, Graph& graph) {
  std::vector<std::vector<std::uint32_t>> read_by(graph.nodes.size());
  for (const Graph::Edge& edge : graph.edges) {
    read_by[edge.from].push_back(edge.to);
  }
  std::vector<std::uint32_t> order(graph.nodes.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t node) {
    return place_in_order(program.streams[ir::StreamId(node)]);
  });
  std::vector<bool> placed(graph.nodes.size());
  for (const std::uint32_t node : order) {
    placed[node] = true;
    for (const std::uint32_t reader : read_by[node]) {
      if (!placed[reader]) {
        graph.nodes[reader].column =
            std::max(graph.nodes[reader].column, graph.nodes[node].column + 1);
      }
    }
  }
}

}  // namespace

Graph make_graph(const ir::Program& program) {
  Graph graph;
  for (std::uint32_t i = 0; i < program.num_public; ++i) {
    graph.nodes.push_back(make_node(program, program.streams[ir::StreamId(i)]));
  }
  const auto shown = [&](ir::StreamId id) {
    const ir::Stream& stream = program.streams[id];
    return stream.kind == ir::StreamKind::Hidden && stream.origin.valid() ? stream.origin : id;
  };
  std::map<std::pair<std::uint32_t, std::uint32_t>, Graph::Edge> edges;
  for (const ir::Dependency& dependency : ir::collect_dependencies(program)) {
    const std::uint32_t from = shown(dependency.to).value;
    const std::uint32_t to = shown(dependency.from).value;
    const bool helper = from == to && dependency.from != dependency.to;
    const bool own_counter = program.streams[dependency.from].kind == ir::StreamKind::Hidden &&
                             dependency.from == dependency.to;
    if (helper || own_counter) {
      continue;
    }
    Graph::Edge& edge =
        edges.try_emplace({from, to}, Graph::Edge{from, to, {}, false}).first->second;
    const std::string label = access_label(dependency);
    if (edge.label.find(label) == std::string::npos) {
      edge.label += (edge.label.empty() ? "" : ", ") + label;
    }
    edge.ordering = edge.ordering || dependency.ordering;
  }
  for (auto& [key, edge] : edges) {
    graph.edges.push_back(std::move(edge));
  }
  place_in_columns(program, graph);
  return graph;
}

}  // namespace fairmon::api
