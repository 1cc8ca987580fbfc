#pragma once

#include <filesystem>
#include <ostream>

#include "server/history/run_history.hpp"

namespace fairmon::server {

/// The bands of all curves of a run, in the order of the curves.
void put_bands(std::ostream& out, const RunHistory& history);

/// Gives the curves what `put_bands` wrote of them; as far as the file goes and belongs to them.
void read_bands(const std::filesystem::path& file, const RunHistory& history);

}  // namespace fairmon::server
