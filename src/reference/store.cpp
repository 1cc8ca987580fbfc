#include "reference/store.hpp"

namespace fairmon::reference {

Store::Store(const ir::Program& program) : streams(program.streams.size()) {
  for (const ir::StreamId id : program.streams.ids()) {
    if (!program.streams[id].spawn) {
      spawn(id, {});
    }
  }
}

const Instance* Store::find(ir::StreamId stream, const Cells& key) const {
  const auto found = streams[stream].find(key);
  return found == streams[stream].end() ? nullptr : &found->second;
}

bool Store::spawn(ir::StreamId stream, const Cells& key) {
  Instance& instance = streams[stream][key];
  if (instance.alive) {
    return false;
  }
  // Older values stay for windows that still reach them.
  instance.key = key;
  instance.alive = true;
  instance.closing = false;
  instance.first_of_life = instance.values.size();
  instance.spawn_cycle = cycle;
  instance.spawn_time = time;
  instance.evals_due = 0;
  instance.closes_due = 0;
  return true;
}

void Store::produce(Instance& instance, Cells value) const {
  instance.values.push_back({cycle, time, std::move(value)});
}

void Store::begin_cycle(std::int64_t at) {
  ++cycle;
  time = at;
  for (Instances& instances : streams) {
    for (auto& [key, instance] : instances) {
      if (instance.closing) {
        instance.alive = false;
        instance.closing = false;
      }
      instance.eval_is_due = false;
      instance.close_is_due = false;
    }
  }
}

std::size_t parameter_offset(const ir::Stream& stream, std::uint32_t index) {
  std::size_t offset = 0;
  for (std::uint32_t i = 0; i < index; ++i) {
    offset += stream.parameters[i].type.num_cells();
  }
  return offset;
}

}  // namespace fairmon::reference
