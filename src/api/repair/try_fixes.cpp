#include <algorithm>

#include "api/front.hpp"
#include "api/repair/repair.hpp"
#include "syntax/parse.hpp"

namespace fairmon::api {
namespace {

/// A text longer than this is not analysed again and again.
constexpr std::size_t kLongest = 32U << 10U;
constexpr int kMostTrials = 120;

class Repair {
 public:
  Repair(const SourceFile& source, const Diagnostics& found)
      : source_(source), before_(found.count(Severity::Error)) {
    items_.assign(found.all().begin(), found.all().end());
  }

  std::vector<Diagnostic> run() {
    for (Diagnostic& item : items_) {
      keep_helpful(item);
    }
    if (cure_ == kNone) {
      search();
    }
    if (cure_ != kNone && before_ > 1) {
      // What one edit removes was one mistake.
      return {items_[cure_]};
    }
    return std::move(items_);
  }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  struct Outcome {
    std::size_t num_errors = 0;
    Diagnostics left;
  };

  /// What is left with these edits; nothing if they cannot be tried.
  std::optional<Outcome> outcome_of(const std::vector<Edit>& edits) {
    if (trials_ >= kMostTrials) {
      return std::nullopt;
    }
    ++trials_;
    const auto text = apply_edits(source_.text(), edits);
    if (!text) {
      return Outcome{before_ + 1, {}};
    }
    Outcome outcome;
    (void)analyse_source(SourceFile(std::string(source_.name()), *text), outcome.left);
    outcome.num_errors = outcome.left.count(Severity::Error);
    return outcome;
  }

  /// A word that is right although something else is then found to be wrong: worth saying, but not
  /// worth an edit.
  static bool is_good_advice(const Diagnostic& item, const Outcome& outcome, std::size_t before) {
    const auto& left = outcome.left.all();
    return item.id.starts_with("unknown-") && outcome.num_errors == before &&
           std::none_of(left.begin(), left.end(), [&](const Diagnostic& other) {
             return other.id == item.id && other.primary_span().begin == item.primary_span().begin;
           });
  }

  void keep_helpful(Diagnostic& item) {
    const bool error = item.severity == Severity::Error;
    std::vector<Fix> kept;
    std::vector<std::string> advice;
    std::size_t num_cures = 0;
    for (Fix& fix : item.fixes) {
      // Several fixes of one title are guesses at one thing: the first good one is enough.
      const bool tried = std::any_of(kept.begin(), kept.end(),
                                     [&](const Fix& other) { return other.title == fix.title; });
      if (tried) {
        continue;
      }
      const auto outcome = outcome_of(fix.edits);
      if (outcome && (error ? outcome->num_errors >= before_ : outcome->num_errors > before_)) {
        if (is_good_advice(item, *outcome, before_)) {
          advice.push_back(fix.title);
        }
        continue;
      }
      num_cures += error && outcome && outcome->num_errors == 0 ? 1 : 0;
      kept.push_back(std::move(fix));
    }
    if (num_cures > 1) {
      for (Fix& fix : kept) {
        fix.safe = false;  // two readings: the user decides
      }
    }
    if (num_cures > 0 && cure_ == kNone) {
      cure_ = static_cast<std::size_t>(&item - items_.data());
    }
    for (std::string& title : advice) {
      const bool said =
          std::any_of(kept.begin(), kept.end(), [&](const Fix& fix) { return fix.title == title; });
      if (!said && std::find(item.helps.begin(), item.helps.end(), title) == item.helps.end()) {
        item.helps.push_back(std::move(title));
      }
    }
    item.fixes = std::move(kept);
  }

  /// Whether a slip of the pen is likely: what cannot be read, and names that do not exist. Whoever
  /// is told about types or pacing wrote what he meant.
  [[nodiscard]] bool is_slip(const Diagnostic& item) const {
    if (item.id.starts_with("unknown-")) {
      return true;
    }
    Diagnostics unreadable;
    (void)syntax::parse(source_, unreadable.add_file(source_), unreadable);
    return unreadable.has_errors();
  }

  void search() {
    const auto first = std::find_if(items_.begin(), items_.end(), [](const Diagnostic& item) {
      return item.severity == Severity::Error;
    });
    if (first == items_.end() || first->primary_span().file != 0 || !is_slip(*first)) {
      return;
    }
    for (Fix& change : small_changes(source_, first->primary_span())) {
      const auto outcome = outcome_of(change.edits);
      if (!outcome) {
        return;
      }
      if (outcome->num_errors == 0) {
        first->fixes.insert(first->fixes.begin(), std::move(change));
        cure_ = static_cast<std::size_t>(first - items_.begin());
        return;
      }
    }
  }

  const SourceFile& source_;
  std::size_t before_;
  std::vector<Diagnostic> items_;
  std::size_t cure_ = kNone;  ///< the message one of whose fixes removes all errors
  int trials_ = 0;
};

}  // namespace

Diagnostics try_fixes(const SourceFile& source, const Diagnostics& found) {
  if (source.text().size() > kLongest) {
    return found;
  }
  Diagnostics result;
  for (const SourceFile& file : found.files()) {
    result.add_file(file);
  }
  for (Diagnostic& item : Repair(source, found).run()) {
    result.add(std::move(item));
  }
  return result;
}

}  // namespace fairmon::api
