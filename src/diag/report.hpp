#pragma once

#include <fairmon/diagnostic.hpp>

#include <string>
#include <utility>
#include <vector>

/// Writing a diagnostic where the mistake is found:
///   diag::error(diagnostics, "unknown-name", span, "…").label(other, "…").fix("…", {edit});
/// Every id has a page docs/errors/<id>.md; the pages are the list of known ids.
namespace fairmon::diag {

/// Collects the parts and adds the finished diagnostic when it goes out of scope.
class Report {
 public:
  Report(Diagnostics& target, Severity severity, std::string id, Span place, std::string message)
      : target_(&target) {
    item_.id = std::move(id);
    item_.severity = severity;
    item_.message = std::move(message);
    item_.labels.push_back({place, {}, true});
  }
  Report(const Report&) = delete;
  Report& operator=(const Report&) = delete;
  ~Report() { target_->add(std::move(item_)); }

  /// A word at the primary place.
  Report& here(std::string text) {
    item_.labels.front().text = std::move(text);
    return *this;
  }
  /// A second place that explains the first.
  Report& label(Span place, std::string text) {
    item_.labels.push_back({place, std::move(text), false});
    return *this;
  }
  Report& note(std::string text) {
    item_.notes.push_back(std::move(text));
    return *this;
  }
  Report& help(std::string text) {
    item_.helps.push_back(std::move(text));
    return *this;
  }
  /// Edits that, applied, remove the mistake.
  Report& fix(std::string title, std::vector<Edit> edits, bool safe = false) {
    item_.fixes.push_back({std::move(title), std::move(edits), safe});
    return *this;
  }

 private:
  Diagnostics* target_;
  Diagnostic item_;
};

inline Report error(Diagnostics& target, std::string id, Span place, std::string message) {
  return {target, Severity::Error, std::move(id), place, std::move(message)};
}
inline Report warning(Diagnostics& target, std::string id, Span place, std::string message) {
  return {target, Severity::Warning, std::move(id), place, std::move(message)};
}
inline Report information(Diagnostics& target, std::string id, Span place, std::string message) {
  return {target, Severity::Information, std::move(id), place, std::move(message)};
}

}  // namespace fairmon::diag
