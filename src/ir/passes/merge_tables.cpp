#include <string>
#include <unordered_map>

#include "ir/passes/passes.hpp"
#include "ir/rewrite.hpp"
#include "ir/structure.hpp"

namespace fairmon::ir::passes {

void merge_tables(Program& program) {
  Structure structure(program);
  std::unordered_map<std::string, StreamId> first;
  for (const StreamId id : program.streams.ids()) {
    Stream& stream = program.streams[id];
    stream.table = {};
    if (!stream.spawn) {
      continue;
    }
    // A failing spawn or close is reported once per stream; sharing would report it once.
    if (can_fail(program, stream.spawn->when) || can_fail(program, stream.spawn->with) ||
        (stream.close && can_fail(program, stream.close->when))) {
      continue;
    }
    const std::string key = structure.spawn_key(stream) + " / " + structure.close_key(stream);
    const StreamId owner = first.emplace(key, id).first->second;
    if (owner != id) {
      stream.table = owner;
    }
  }
}

}  // namespace fairmon::ir::passes
