#include <algorithm>

#include "ir/dependencies.hpp"
#include "ir/program.hpp"

namespace fairmon::ir {
namespace {

/// Streams in an order in which every one comes after those it depends on.
std::vector<StreamId> order_streams(
    const support::IdVector<StreamId, std::vector<const Dependency*>>& readings) {
  support::IdVector<StreamId, std::uint32_t> missing(readings.size(), 0);
  support::IdVector<StreamId, std::vector<StreamId>> readers(readings.size());
  std::vector<StreamId> order;
  for (const StreamId id : readings.ids()) {
    missing[id] = static_cast<std::uint32_t>(readings[id].size());
    for (const Dependency* reading : readings[id]) {
      readers[reading->to].push_back(id);
    }
    if (missing[id] == 0) {
      order.push_back(id);
    }
  }
  for (std::size_t done = 0; done < order.size(); ++done) {
    for (const StreamId reader : readers[order[done]]) {
      if (--missing[reader] == 0) {
        order.push_back(reader);
      }
    }
  }
  return order;
}

}  // namespace

void assign_layers(Program& program) {
  const std::vector<Dependency> dependencies = collect_dependencies(program);
  support::IdVector<StreamId, std::vector<const Dependency*>> readings(program.streams.size());
  for (Stream& stream : program.streams) {
    stream.num_kept = 1;
  }
  for (const Dependency& dependency : dependencies) {
    if (dependency.ordering) {
      readings[dependency.from].push_back(&dependency);
    }
    std::uint32_t& kept = program.streams[dependency.to].num_kept;
    kept = std::max(kept, dependency.own ? dependency.offset : dependency.offset + 1);
  }
  const std::vector<StreamId> order = order_streams(readings);
  FAIRMON_CHECK(order.size() == program.streams.size(), "streams depend on each other in a loop");
  for (const StreamId id : order) {
    Stream& stream = program.streams[id];
    stream.spawn_layer = 0;
    stream.eval_layer = stream.kind == StreamKind::Input ? 0 : 1;
    for (const Dependency* reading : readings[id]) {
      const std::uint32_t above = program.streams[reading->to].eval_layer + 1;
      stream.eval_layer = std::max(stream.eval_layer, above);
      if (reading->part == ClausePart::Spawn) {
        stream.spawn_layer = std::max(stream.spawn_layer, above);
      }
    }
    stream.eval_layer = std::max(stream.eval_layer, stream.spawn_layer + (stream.spawn ? 1U : 0U));
  }
}

}  // namespace fairmon::ir
