#include "cli/catalogue_text.hpp"

#include <algorithm>
#include <array>

#include "cli/report.hpp"
#include "support/nearest.hpp"

namespace fairmon::cli {

namespace {

constexpr std::array<std::string_view, 10> kKinds = {
    "operator", "function", "aggregate", "construct", "type",
    "unit",     "keyword",  "tag",       "metric",    "diagnostic"};

std::string entry_text(const CatalogueEntry& entry) {
  std::string out = entry.name + " (" + std::string(kind_name(entry.kind)) + ")\n";
  if (!entry.summary.empty()) {
    out += entry.summary + "\n";
  }
  if (!entry.spellings.empty()) {
    out += "also written:";
    for (const std::string& spelling : entry.spellings) {
      out += " " + spelling;
    }
    out += "\n";
  }
  for (const std::string& signature : entry.signatures) {
    out += "  " + signature + "\n";
  }
  if (!entry.documentation.empty()) {
    out += "\n" + entry.documentation;
    out += entry.documentation.ends_with('\n') ? "" : "\n";
  }
  if (!entry.example.empty()) {
    out += "\nexample\n  " + entry.example + "\n";
  }
  return out;
}

}  // namespace

std::string_view kind_name(CatalogueKind kind) noexcept {
  return kKinds[static_cast<std::size_t>(kind)];
}

std::vector<std::string> kind_names() { return {kKinds.begin(), kKinds.end()}; }

int print_entry(const std::vector<CatalogueEntry>& entries, const std::string& name) {
  bool found = false;
  std::vector<std::string> names;
  for (const CatalogueEntry& entry : entries) {
    names.push_back(entry.name);
    const bool spelt =
        std::find(entry.spellings.begin(), entry.spellings.end(), name) != entry.spellings.end();
    if (entry.name == name || spelt) {
      print((found ? "\n" : "") + entry_text(entry));
      found = true;
    }
  }
  if (found) {
    return static_cast<int>(ExitCode::Fine);
  }
  std::string message = "there is nothing called `" + name + "`";
  if (const auto near = support::nearest(name, names)) {
    message += "; did you mean `" + *near + "`?";
  }
  return report(Error(ErrorCode::Usage, std::move(message)));
}

}  // namespace fairmon::cli
