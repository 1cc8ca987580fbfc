#include "report/build/build.hpp"

#include <fairmon/tooling.hpp>

#include <algorithm>

namespace fairmon::report {

namespace {

/// A trigger with a statement of its own is judged by the run; nothing is judged twice.
void read_judgement(const parts::Context& context, Finding& finding) {
  const auto& states = context.collected.states().of(finding.requirement.trigger);
  if (states.empty()) {
    return;
  }
  bool kept = true;
  for (const TriggerState& state : states) {
    if (state.judgement == Judgement::Violated) {
      finding.sureness = Sureness::Violated;
      finding.judged_by_run = true;
      finding.stretch_from = state.stretch ? context.clock.text(*state.stretch) : "";
      return;
    }
    kept = kept && state.judgement == Judgement::Kept;
  }
  finding.judged_by_run = true;
  finding.sureness = kept ? Sureness::Kept : Sureness::Undecided;
  if (states.size() == 1 && !kept) {
    finding.needed = states.front().needed;
  }
}

void add_other_plots(const parts::Context& context, Report& report) {
  std::vector<std::string> shown;
  for (const Finding& finding : report.findings) {
    for (const Plot& plot : finding.plots) {
      shown.push_back(plot.title);
    }
  }
  for (const PanelInfo& panel : context.collected.spec().panels()) {
    Plot plot = parts::plot_of(context, panel, context.around.level);
    if (!plot.curves.empty() && std::find(shown.begin(), shown.end(), plot.title) == shown.end()) {
      report.other_plots.push_back(std::move(plot));
    }
  }
}

}  // namespace

namespace parts {

Finding finding_of(const Context& context, const Requirement& requirement) {
  const Spec& spec = context.collected.spec();
  const StreamInfo& trigger = spec.streams()[requirement.trigger];
  Finding finding;
  finding.requirement = requirement;
  finding.level = requirement.level.value_or(context.around.level);
  finding.title = trigger.title;
  if (requirement.measure) {
    finding.measure = spec.streams()[*requirement.measure].name;
    for (const Series& series : context.collected.series(*requirement.measure)) {
      const bool worse = !finding.value || (requirement.above ? series.last > *finding.value
                                                              : series.last < *finding.value);
      if (series.updates > 0 && !series.closed && worse) {
        finding.value = series.last;
      }
    }
  }
  if (requirement.rates) {
    finding.rates = spec.streams()[*requirement.rates].name;
  }
  if (finding.title.empty()) {
    finding.title = requirement.condition.empty() ? trigger.name : requirement.condition;
  }
  add_groups(context, finding);
  finding.sureness =
      judge(finding.requirement, requirement.threshold, tallies(finding.groups), finding.level);
  read_judgement(context, finding);
  add_episodes(context, finding);
  add_sensitivity(context, finding);
  add_quarters(context, finding);
  add_plots(context, finding);
  add_answer(finding);
  return finding;
}

}  // namespace parts

Report build(const Collector& collected, const Surroundings& around) {
  const parts::Context context{collected, around, Clock(collected.start_time())};
  Report report;
  const SourceFile& source = collected.spec().source();
  const std::string& name = source.name();
  report.title =
      around.title.empty() ? "Report on " + name.substr(name.rfind('/') + 1) : around.title;
  report.question = around.question;
  report.sections = around.sections;
  report.closing = around.closing;
  for (const Requirement& requirement : collected.requirements()) {
    report.findings.push_back(parts::finding_of(context, requirement));
    parts::add_windows(context, report.findings.size() - 1, report.findings.back());
  }
  add_other_plots(context, report);
  parts::add_comparison(context, report);
  parts::add_data(context, report);
  parts::add_definitions(context, report);
  parts::add_not_shown(context, report);
  if (report.findings.empty()) {
    report.warnings.emplace_back(
        "The specification has no trigger, so nothing was required: this report shows values "
        "only.");
  }
  report.specification = std::string(source.text());
  const auto expanded = expand_specification(source);
  report.expanded = expanded && *expanded != report.specification ? *expanded : "";
  report.relative_times = !context.clock.calendar();
  report.start_ns = collected.start_time().value_or(Timestamp{}).ns;
  return report;
}

}  // namespace fairmon::report
