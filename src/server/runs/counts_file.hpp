#pragma once

#include <filesystem>
#include <ostream>

#include "server/history/run_history.hpp"

namespace fairmon::server {

/// Trials and hits behind all curves of a run, in the order of the curves.
void put_counts(std::ostream& out, const RunHistory& history);

/// Gives the curves what `put_counts` wrote of them. False if there is no such file or it does not
/// belong to them; then nothing is changed.
[[nodiscard]] bool read_counts(const std::filesystem::path& file, const RunHistory& history);

}  // namespace fairmon::server
