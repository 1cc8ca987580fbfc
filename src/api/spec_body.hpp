#pragma once

#include <fairmon/spec.hpp>

#include <memory>
#include <string>
#include <vector>

#include "ir/program.hpp"

namespace fairmon::detail {

/// What a Spec shares. Streams are numbered as in the program; hidden ones are not described.
struct SpecBody {
  SourceFile source;
  std::shared_ptr<const ir::Program> program;
  std::vector<StreamInfo> streams;
  std::vector<PanelInfo> panels;
  InputSchema schema;
  std::string digest;
};

}  // namespace fairmon::detail
