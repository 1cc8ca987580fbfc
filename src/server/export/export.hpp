#pragma once

#include <fairmon/result.hpp>

#include <string>
#include <string_view>

#include "server/runs/run.hpp"

namespace fairmon::server {

struct Exported {
  std::string file_name;
  std::string content_type;
  std::string body;
};

/// `what` is `series`, `triggers` or `report`; `format` is `csv` or `json` (a report is HTML).
/// Series are those of all panels, or of the one with this index.
[[nodiscard]] Result<Exported> export_run(const Run& run, std::string_view what,
                                          std::string_view format,
                                          std::optional<std::size_t> panel = {});

/// The report on a run that is over; of one that goes on, or was read back from disk, a plainer
/// page: specification, source, figures, reduced curves as pictures, triggers.
[[nodiscard]] std::string html_report(const Run& run);

/// Calendar time as ISO 8601 in UTC if the run has a start time, else seconds of monitor time.
[[nodiscard]] std::string time_text(Timestamp time, std::optional<Timestamp> start);

/// A cell of a CSV file: quoted where needed, and so that no spreadsheet takes it for a formula.
[[nodiscard]] std::string csv_cell(std::string_view text);

/// The shortest decimal text that reads back as the same number; empty for a gap.
[[nodiscard]] std::string number_text(double value);

}  // namespace fairmon::server
