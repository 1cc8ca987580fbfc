#include "ir/program.hpp"

namespace fairmon::ir {

Type Stream::instance_type() const {
  if (parameters.size() == 1) {
    return parameters.front().type;
  }
  std::vector<Type> parts;
  parts.reserve(parameters.size());
  for (const Parameter& parameter : parameters) {
    parts.push_back(parameter.type);
  }
  return Type::tuple(std::move(parts));
}

bool is_periodic(const Stream& stream) {
  return !stream.evals.empty() && stream.evals.front().pacing.kind != PacingKind::Event;
}

}  // namespace fairmon::ir
