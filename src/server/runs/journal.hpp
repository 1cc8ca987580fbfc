#pragma once

#include <fairmon/result.hpp>

#include <filesystem>
#include <vector>

#include "server/history/run_history.hpp"

namespace fairmon::server {

/// Puts the curves of a run on disk while it goes on, so that they survive a sudden end. Only what
/// is new is written, so a long run costs no more per second than a short one.
class Journal {
 public:
  explicit Journal(std::filesystem::path file);

  /// Appends what the history has got since the last time.
  Result<void> append(const RunHistory& history);

 private:
  std::filesystem::path file_;
  std::vector<std::size_t> written_;  ///< points per series
};

/// Reads a journal back. A last piece that was cut off is taken as far as it goes.
void read_journal(const std::filesystem::path& file, RunHistory& history);

}  // namespace fairmon::server
