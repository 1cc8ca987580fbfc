#pragma once

#include <fairmon/result.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fairmon::cli {

/// What a run found out about one stream and instance at its end.
struct Finding {
  double value = 0.0;
  std::optional<std::uint64_t> trials;
  std::optional<std::uint64_t> hits;
};

/// The findings of one run, from the document that `-o json` writes or from a ledger.
struct Findings {
  using Key = std::pair<std::string, std::string>;  ///< stream, instance as text
  std::map<Key, Finding> values;
  std::vector<Key> order;  ///< as the run lists them
  std::uint64_t num_events = 0;
  std::string specification;      ///< digest of what was compiled
  std::vector<std::string> data;  ///< digests of the data; empty where they are not known
};

/// The findings in the text of such a document; `name` is for messages.
[[nodiscard]] Result<Findings> findings_of_document(const std::string& name, std::string_view text);

/// Reads either kind of file. A ledger has to be untouched.
[[nodiscard]] Result<Findings> read_findings(const std::string& file);

}  // namespace fairmon::cli
