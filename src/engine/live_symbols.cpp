// Which texts the state refers to: all others may be taken out of the table.

#include "engine/state.hpp"

namespace fairmon::engine {

namespace {

/// Adds the places of texts among the cells of a value of the type.
void list_texts(const Type& type, std::uint32_t first, std::vector<std::uint32_t>& places) {
  if (type.is(TypeKind::String) || type.is(TypeKind::Bytes)) {
    places.push_back(first);
    return;
  }
  if (type.is(TypeKind::Optional) || type.is(TypeKind::Tuple)) {
    first += type.is(TypeKind::Optional) ? 1 : 0;
    for (const Type& part : type.parts()) {
      list_texts(part, first, places);
      first += part.num_cells();
    }
  }
}

void mark_keys(const TablePlan& plan, const InstanceTable& table, SymbolMarks& alive) {
  std::vector<std::uint32_t> places;
  std::uint32_t first = 0;
  for (const Type& type : plan.parameter_types) {
    list_texts(type, first, places);
    first += type.num_cells();
  }
  for (const std::uint32_t place : places) {
    const std::vector<Cell>& column = table.key_column(place);
    for (std::uint32_t slot = 0; slot < table.num_slots(); ++slot) {
      if (table.life(slot) != InstanceTable::Life::Free) {
        alive.add(column[slot]);
      }
    }
  }
}

void mark_values(const Type& type, const Store& store, SymbolMarks& alive) {
  std::vector<std::uint32_t> places;
  list_texts(type, 0, places);
  const std::vector<std::uint64_t>& cycles = store.cycles();
  for (const std::uint32_t cell : places) {
    const std::vector<Cell>& column = store.kept_column(cell);
    for (std::size_t at = 0; at < column.size(); ++at) {
      if (cycles[at / store.kept()] != 0) {
        alive.add(column[at]);
      }
    }
  }
}

}  // namespace

bool State::mark_symbols(SymbolMarks& alive) const {
  const ir::Program& program = *plan.program;
  for (std::uint32_t table = 0; table < tables.size(); ++table) {
    mark_keys(plan.tables[table], tables[table], alive);
  }
  for (const ir::StreamId stream : program.streams.ids()) {
    if (plan.streams[stream.index()].remembered) {
      mark_values(program.streams[stream].type, stores[stream.index()], alive);
    }
  }
  bool known = true;
  for (const ir::WindowId window : program.windows.ids()) {
    std::vector<std::uint32_t> places;
    list_texts(program.streams[program.windows[window].target].type, 0, places);
    known = known && (places.empty() || windows[window.index()]->mark_symbols(alive));
  }
  return known;
}

}  // namespace fairmon::engine
