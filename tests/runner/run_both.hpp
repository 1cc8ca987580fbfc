#pragma once

#include <optional>
#include <string>

namespace fairmon::runner {

/// Compiles a text and, if that works, runs it with made-up events on both engines, with passes and
/// without. Nothing if all agree or it does not compile; else what went wrong. Texts whose clocks
/// are too fast to be run for a few seconds are only compiled.
[[nodiscard]] std::optional<std::string> run_both(const std::string& text);

}  // namespace fairmon::runner
