#include "plugins/writing/instance_text.hpp"

namespace fairmon::plugins {

std::vector<Type> parameter_types(const StreamInfo& stream) {
  std::vector<Type> types;
  for (const StreamInfo::Parameter& parameter : stream.parameters) {
    types.push_back(parameter.type);
  }
  return types;
}

void append_parameters(std::string& out, const std::vector<Type>& types, const Cell* cells,
                       const SymbolTable& symbols) {
  for (std::size_t i = 0; cells != nullptr && i < types.size(); ++i) {
    if (i > 0) {
      out += ", ";
    }
    append_text(out, types[i], cells, symbols, false);
    cells += types[i].num_cells();
  }
}

}  // namespace fairmon::plugins
