#pragma once

#include <fairmon/event_source.hpp>
#include <fairmon/tooling.hpp>

#include <string>
#include <vector>

#include "report/collect/collector.hpp"
#include "report/report.hpp"
#include "report/words.hpp"

namespace fairmon::report {

/// What a source's events looked like.
struct DataFacts {
  std::uint64_t rows = 0;
  std::uint64_t times = 0;              ///< different ones, one after the other
  std::uint64_t repeated = 0;           ///< equal to another one of the same time in all inputs
  std::vector<std::uint64_t> missing;   ///< per input
  std::vector<std::string> unreadable;  ///< the first records that were left out, and why
  Timestamp first;
  Timestamp last;
  SourceProgress progress;
};

/// A run to compare this one with.
struct OtherRun {
  std::string name;
  RunValues values;
  bool same_cases = false;  ///< both looked at the same cases
};

/// The same data judged by the same specification with windows of another length.
struct WindowTrial {
  std::string what;                   ///< such as `half as long`
  std::vector<ScaledWindow> windows;  ///< what was changed
  const Collector* collected = nullptr;
  std::string problem;  ///< why it could not be judged to its end; empty: it could
};

/// What is not in the verdicts.
struct Surroundings {
  std::string title;  ///< empty: the name of the specification
  std::string question;
  std::vector<Section> sections;  ///< Markdown of a template
  std::vector<Section> closing;
  std::vector<std::string> not_shown;  ///< of a template
  double level = 0.95;
  std::vector<Fact> sources;          ///< names of the data and their digests
  std::vector<Fact> provenance;       ///< options of the run, time of the run
  std::optional<double> small_share;  ///< groups with less than this share are not compared
  std::optional<OtherRun> other;
  std::vector<WindowTrial> window_trials;
  DataFacts data;
};

[[nodiscard]] Report build(const Collector& collected, const Surroundings& around);

namespace parts {

/// What the builders of single parts share.
struct Context {
  const Collector& collected;
  const Surroundings& around;
  Clock clock;
};

void add_groups(const Context& context, Finding& finding);
void add_episodes(const Context& context, Finding& finding);
void add_sensitivity(const Context& context, Finding& finding);
/// What the run says about one requirement, everything but trials with other windows.
[[nodiscard]] Finding finding_of(const Context& context, const Requirement& requirement);
/// Compares with trials in which windows had another length.
void add_windows(const Context& context, std::size_t place, Finding& finding);
void add_quarters(const Context& context, Finding& finding);
void add_plots(const Context& context, Finding& finding);
void add_answer(Finding& finding);
[[nodiscard]] Plot plot_of(const Context& context, const PanelInfo& panel, double level);
void add_comparison(const Context& context, Report& report);
void add_data(const Context& context, Report& report);
void add_definitions(const Context& context, Report& report);
void add_not_shown(const Context& context, Report& report);

/// Groups that take part in the comparison, with hits and trials known.
[[nodiscard]] std::vector<Tally> tallies(const std::vector<Group>& groups,
                                         const std::string& without = {});
/// Largest minus smallest, or smallest divided by largest; of two rates at least.
[[nodiscard]] std::optional<double> compared(GroupComparison comparison,
                                             const std::vector<double>& rates);
/// The same of the judged groups.
[[nodiscard]] std::optional<double> compared(const Finding& finding,
                                             const std::string& without = {});
enum class Agreement : std::uint8_t {
  Same,
  Unknown,  ///< the measure was evaluated, by its clock, before the newest rates
  Different,
};
/// Whether the table by group says what the specification's own measure says.
[[nodiscard]] Agreement agreement(const Context& context, const Finding& finding);
[[nodiscard]] std::string sureness_text(Sureness sureness);

}  // namespace parts

}  // namespace fairmon::report
