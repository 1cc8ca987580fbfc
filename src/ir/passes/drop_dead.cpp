#include "ir/dependencies.hpp"
#include "ir/passes/passes.hpp"
#include "ir/rewrite.hpp"

namespace fairmon::ir::passes {

void drop_dead(Program& program) {
  support::IdVector<StreamId, std::vector<StreamId>> reads(program.streams.size());
  for (const Dependency& dependency : collect_dependencies(program)) {
    reads[dependency.from].push_back(dependency.to);
  }
  support::IdVector<StreamId, bool> alive(program.streams.size(), false);
  std::vector<StreamId> open;
  for (const StreamId id : program.streams.ids()) {
    if (program.streams[id].kind != StreamKind::Hidden) {
      alive[id] = true;
      open.push_back(id);
    }
  }
  while (!open.empty()) {
    const StreamId id = open.back();
    open.pop_back();
    for (const StreamId target : reads[id]) {
      if (!alive[target]) {
        alive[target] = true;
        open.push_back(target);
      }
    }
  }
  compact(program, [&](StreamId id) { return bool(alive[id]); });
  assign_layers(program);
}

}  // namespace fairmon::ir::passes
