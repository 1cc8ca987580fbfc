#pragma once

#include <fairmon/monitor.hpp>
#include <fairmon/result.hpp>
#include <fairmon/symbols.hpp>

#include <string>
#include <string_view>

namespace fairmon::api {

struct Checkpoint {
  std::string digest;  ///< of the specification
  EngineKind engine = EngineKind::Fast;
  std::string state;  ///< as the engine wrote it
};

/// Texts are stored in the order of their numbers: cells in the state stay valid.
[[nodiscard]] std::string write_checkpoint(const Checkpoint& checkpoint,
                                           const SymbolTable& symbols);
/// Interns the texts again. Fails on damage, on another version, and if a text would get another
/// number than it had.
[[nodiscard]] Result<Checkpoint> read_checkpoint(std::string_view bytes, SymbolTable& symbols);

}  // namespace fairmon::api
