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

/// Texts are stored with their numbers, so that cells in the state stay valid: those alive, or all
/// without such a list.
[[nodiscard]] std::string write_checkpoint(const Checkpoint& checkpoint, const SymbolTable& symbols,
                                           const SymbolMarks* alive);
/// Interns the texts again. Fails on damage, on another version, and if a text would get another
/// number than it had.
[[nodiscard]] Result<Checkpoint> read_checkpoint(std::string_view bytes, SymbolTable& symbols);

}  // namespace fairmon::api
