#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Templates of reports that come with the program: specifications and text for rules that many
/// have to follow. They are found by name, wherever the program is installed.
namespace fairmon::report {

/// One file of `library/audits` as packed into the program.
struct AuditFile {
  std::string_view name;  ///< `us_four_fifths/audit.lola`
  std::string_view text;
};
[[nodiscard]] std::span<const AuditFile> audit_files();

struct Audit {
  std::string name;  ///< `us_four_fifths`, or `nyc_local_law_144/selection` where a folder has more
  std::string title;
  std::string_view specification;
  std::string_view text;  ///< the words of the report
  std::string_view page;  ///< what it is, which inputs it needs, a worked example
};

/// In the order of their names.
[[nodiscard]] const std::vector<Audit>& audits();
/// Null if there is none of that name.
[[nodiscard]] const Audit* find_audit(std::string_view name);

}  // namespace fairmon::report
