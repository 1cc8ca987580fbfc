#include "report/audits/audits.hpp"

#include <algorithm>

namespace fairmon::report {

namespace {

std::string_view file_text(const std::string& name) {
  const auto files = audit_files();
  const auto found = std::find_if(files.begin(), files.end(),
                                  [&](const AuditFile& file) { return file.name == name; });
  return found == files.end() ? std::string_view() : found->text;
}

/// The first heading of Markdown.
std::string heading_of(std::string_view markdown) {
  const std::size_t begin = markdown.find("\n# ");
  if (begin == std::string_view::npos) {
    return {};
  }
  const std::size_t end = std::min(markdown.find('\n', begin + 1), markdown.size());
  return std::string(markdown.substr(begin + 3, end - begin - 3));
}

std::vector<Audit> all_audits() {
  constexpr std::string_view kSuffix = ".lola";
  constexpr std::string_view kOnly = "audit";  // of folders with one template
  std::vector<Audit> list;
  for (const AuditFile& file : audit_files()) {
    if (!file.name.ends_with(kSuffix)) {
      continue;
    }
    const std::string path(file.name.substr(0, file.name.size() - kSuffix.size()));
    const std::size_t slash = path.find('/');
    const std::string folder = path.substr(0, slash);
    Audit audit;
    audit.name = path.substr(slash + 1) == kOnly ? folder : path;
    audit.specification = file.text;
    audit.text = file_text(path + ".md");
    audit.page = file_text(folder + "/README.md");
    audit.title = heading_of(audit.text);
    list.push_back(std::move(audit));
  }
  std::sort(list.begin(), list.end(),
            [](const Audit& a, const Audit& b) { return a.name < b.name; });
  return list;
}

}  // namespace

const std::vector<Audit>& audits() {
  static const std::vector<Audit> kAudits = all_audits();
  return kAudits;
}

const Audit* find_audit(std::string_view name) {
  const auto& list = audits();
  const auto found = std::find_if(list.begin(), list.end(),
                                  [&](const Audit& audit) { return audit.name == name; });
  return found == list.end() ? nullptr : &*found;
}

}  // namespace fairmon::report
