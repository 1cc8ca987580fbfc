#pragma once

#include <fairmon/result.hpp>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "server/runs/run.hpp"

namespace fairmon::server {

/// Name of the file with records a run kept aside.
inline constexpr const char* kQuarantineFile = "quarantine.txt";
/// The report of a run that ended, for later lives of the server.
inline constexpr const char* kReportFile = "report.html";
/// Events of a run over a service, for repeating it without the service.
inline constexpr const char* kCopyFile = "copy.jsonl";

/// Keeps runs in a folder, one subfolder each: `run.json` (settings, counts, panels, triggers) and
/// `series.bin` (every point), or a journal while the run goes on. Secrets never get here; the
/// settings come without them.
class RunStore {
 public:
  explicit RunStore(std::filesystem::path folder);

  [[nodiscard]] const std::filesystem::path& folder() const noexcept { return folder_; }
  [[nodiscard]] std::filesystem::path folder_of(const std::string& id) const;
  /// Makes the folder of a run and notes that it has begun.
  Result<void> begin(const Run& run) const;
  /// Where the curves of a run that goes on are kept; see Journal.
  [[nodiscard]] std::filesystem::path journal_of(const std::string& id) const;
  /// Writes everything but the curves of a run that goes on.
  Result<void> note(const Run& run) const;
  /// Writes the whole run; the files appear at once or not at all.
  Result<void> save(const Run& run) const;
  /// All stored runs, oldest first. A damaged one is left alone and named in `complaints`.
  [[nodiscard]] std::vector<std::shared_ptr<Run>> load(std::vector<std::string>& complaints) const;
  void remove(const std::string& id) const;
  [[nodiscard]] std::uint64_t bytes(const std::string& id) const;

 private:
  Result<void> write_json(const Run& run) const;
  Result<void> write_series(const Run& run) const;
  Result<void> write_report(const Run& run) const;
  std::filesystem::path folder_;
};

/// Ids are made by the server: letters, digits and `-` only. Anything else is not an id.
[[nodiscard]] bool is_run_id(std::string_view id) noexcept;

}  // namespace fairmon::server
