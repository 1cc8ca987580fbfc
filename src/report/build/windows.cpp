#include <fairmon/tooling.hpp>

#include <algorithm>
#include <set>

#include "report/build/build.hpp"

namespace fairmon::report::parts {

namespace {

/// All that a stream reads, and what that reads; itself included.
std::set<std::string> streams_behind(const Spec& spec, const std::string& stream) {
  const SpecAnalysis analysis = analyze(spec);
  std::set<std::string> seen;
  std::vector<std::string> open = {stream};
  while (!open.empty()) {
    const std::string name = open.back();
    open.pop_back();
    if (!seen.insert(name).second) {
      continue;
    }
    for (const StreamAnalysis& one : analysis.streams) {
      if (one.name == name) {
        open.insert(open.end(), one.reads.begin(), one.reads.end());
      }
    }
  }
  return seen;
}

/// The lengths of windows behind a requirement, each once: as set or as changed.
std::string lengths_of(const WindowTrial& trial, const std::set<std::string>& streams,
                       std::string ScaledWindow::* length) {
  std::vector<std::string> told;
  for (const ScaledWindow& window : trial.windows) {
    const bool counts = std::any_of(window.streams.begin(), window.streams.end(),
                                    [&](const auto& name) { return streams.contains(name); });
    if (counts && std::find(told.begin(), told.end(), window.*length) == told.end()) {
      told.push_back(window.*length);
    }
  }
  std::string text;
  for (const std::string& one : told) {
    text += (text.empty() ? "" : ", ") + one;
  }
  return text;
}

std::string end_text(State state) {
  switch (state) {
    case State::NeverJudged:
      return "never judged";
    case State::Undecided:
      return "undecided";
    case State::Violated:
      return "violated";
    case State::Kept:
    case State::ViolatedBefore:
      return "kept";
  }
  return {};
}

Variant variant_of(std::string what, const Finding& finding) {
  Variant line;
  line.what = std::move(what);
  line.value = finding.value ? number(*finding.value) : "–";
  line.at_end = end_text(finding.state);
  const bool judged = finding.state != State::NeverJudged;
  line.ever = finding.num_episodes > 0 ? "violated" : judged ? "kept" : "never judged";
  line.sure =
      finding.sureness == Sureness::Unknown ? std::string() : sureness_text(finding.sureness);
  return line;
}

}  // namespace

void add_windows(const Context& context, std::size_t place, Finding& finding) {
  const auto& trials = context.around.window_trials;
  if (trials.empty()) {
    return;
  }
  const Spec& spec = context.collected.spec();
  const auto streams = streams_behind(spec, spec.streams()[finding.requirement.trigger].name);
  const std::string as_set = lengths_of(trials.front(), streams, &ScaledWindow::length);
  if (as_set.empty()) {
    return;  // no window stands behind this one
  }
  Surroundings around;
  around.level = context.around.level;
  around.small_share = context.around.small_share;
  finding.windows.push_back(variant_of("as set: " + as_set, finding));
  finding.windows.back().as_set = true;
  for (const WindowTrial& trial : trials) {
    const std::string what = trial.what + ": " + lengths_of(trial, streams, &ScaledWindow::scaled);
    if (!trial.problem.empty() || place >= trial.collected->requirements().size()) {
      Variant line;
      line.what = what;
      line.value = "not judged: " + trial.problem;
      finding.windows.push_back(std::move(line));
      continue;
    }
    const Context other{*trial.collected, around, context.clock};
    finding.windows.push_back(
        variant_of(what, finding_of(other, trial.collected->requirements()[place])));
  }
}

}  // namespace fairmon::report::parts
