#include <fairmon/version.hpp>
#include <fmt/format.h>

#include <algorithm>

#include "report/build/build.hpp"

namespace fairmon::report::parts {

namespace {

std::string type_text(const Type& type) { return type.to_string(); }

void add_columns(const Context& context, Report& report) {
  const InputSchema& schema = context.collected.spec().input_schema();
  for (std::size_t i = 0; i < schema.inputs.size(); ++i) {
    const InputSchema::Input& input = schema.inputs[i];
    Column column;
    column.input = input.name;
    column.type = type_text(input.type);
    column.column = input.field.empty() ? input.name : input.field;
    const auto& missing = context.around.data.missing;
    column.missing = i < missing.size() ? missing[i] : 0;
    report.columns.push_back(std::move(column));
  }
}

/// Where the first of them stand and what is wrong with them.
std::string reasons_of(const DataFacts& data) {
  std::string text;
  for (const std::string& reason : data.unreadable) {
    text += (text.empty() ? ": " : "; ") + reason;
  }
  return text + ".";
}

void add_warnings(const Context& context, Report& report) {
  const RunSummary& run = context.collected.summary();
  const DataFacts& data = context.around.data;
  const auto warn = [&](bool wanted, std::string text) {
    if (wanted) {
      report.warnings.push_back(std::move(text));
    }
  };
  warn(run.num_events == 0, "There was no event at all: nothing was judged.");
  warn(run.interrupted, "The run was interrupted before the end of the data.");
  warn(run.error.has_value(),
       "The run ended with an error, and what follows is true of the data up to there only: " +
           (run.error ? run.error->message : std::string()));
  warn(run.num_bad_records > 0, counted(run.num_bad_records, "record could not be read and was",
                                        "records could not be read and were") +
                                    " left out" + reasons_of(data));
  warn(run.num_late_records > 0,
       counted(run.num_late_records, "record was older than the one before it and was",
               "records were older than the one before them and were") +
           " left out or moved.");
  warn(run.num_evaluation_errors > 0,
       counted(run.num_evaluation_errors, "evaluation failed", "evaluations failed") +
           " and gave no value" +
           (context.collected.failures().empty() ? "."
                                                 : ": " + context.collected.failures().front()));
  // Where times are days, equal rows are nothing special.
  constexpr std::uint64_t kCrowded = 4;
  warn(data.repeated > 0 && data.rows < kCrowded * data.times,
       counted(data.repeated, "row equals another one", "rows equal another one") +
           " of the same time in every column read: " +
           (data.repeated == 1 ? "it may be a duplicate, and was counted."
                               : "they may be duplicates, and were counted."));
  const InputSchema& schema = context.collected.spec().input_schema();
  for (std::size_t i = 0; i < schema.inputs.size() && i < data.missing.size(); ++i) {
    // Columns that mostly have none come at times of their own, as late outcomes do.
    warn(data.missing[i] > 0 && data.missing[i] * 2 <= data.rows,
         schema.inputs[i].name + " is missing in " + grouped(data.missing[i]) + " of " +
             grouped(data.rows) + " rows: what needs it says nothing about these.");
  }
  warn(data.rows > 1 && data.first == data.last,
       "All records have the same time: is it a time? Nothing here says what came before what.");
  warn(run.unfinished_period,
       "The last period was not over when the data ended and is not judged (--at-end does).");
}

}  // namespace

void add_data(const Context& context, Report& report) {
  const RunSummary& run = context.collected.summary();
  for (const Fact& fact : context.around.sources) {
    report.data.push_back(fact);
  }
  const DataFacts& data = context.around.data;
  if (data.rows > 0) {
    report.data.push_back(
        {"Period", context.clock.text(data.first) + " to " + context.clock.text(data.last)});
  }
  if (!data.progress.detail.empty()) {
    report.data.push_back({"Records transferred", grouped(data.progress.records)});
    report.data.push_back({"Transfer", data.progress.detail});
  }
  report.data.push_back({"Events judged", grouped(run.num_events)});
  report.data.push_back({"Records that could not be read", grouped(run.num_bad_records)});
  report.data.push_back({"Records older than the one before", grouped(run.num_late_records)});
  report.data.push_back({"Rows equal to another of the same time", grouped(data.repeated)});
  report.data.push_back({"Evaluations that failed", grouped(run.num_evaluation_errors)});
  add_columns(context, report);
  add_warnings(context, report);
  const Spec& spec = context.collected.spec();
  report.provenance.push_back({"Program", "fairmon " + std::string(version())});
  report.provenance.push_back({"Specification", spec.source().name()});
  report.provenance.push_back({"Digest of what decides verdicts", spec.digest()});
  for (const Fact& fact : context.around.provenance) {
    report.provenance.push_back(fact);
  }
}

void add_definitions(const Context& context, Report& report) {
  const Spec& spec = context.collected.spec();
  std::vector<std::uint32_t> done;
  const auto define = [&](const std::optional<std::uint32_t>& stream, std::string words) {
    if (!stream || std::find(done.begin(), done.end(), *stream) != done.end()) {
      return;
    }
    done.push_back(*stream);
    const StreamInfo& info = spec.streams()[*stream];
    report.definitions.push_back({info.name, std::move(words), definition_of(spec, *stream)});
  };
  for (const Finding& finding : report.findings) {
    const Requirement& requirement = finding.requirement;
    report.definitions.push_back(
        {finding.title,
         requirement.measure
             ? fmt::format("Holds (is violated) when {} is {} {}{}{}.", finding.measure,
                           requirement.above ? "above" : "below", number(requirement.threshold),
                           requirement.or_equal ? " or equal to it" : "",
                           requirement.level
                               ? fmt::format(" for all chances that the decisions allow at level "
                                             "{:.4g}",
                                             *requirement.level)
                               : "")
             : "Holds (is violated) when its condition is true.",
         requirement.condition});
    define(requirement.measure, requirement.comparison == GroupComparison::Difference
                                    ? "The largest rate of a group minus the smallest."
                                : requirement.comparison == GroupComparison::Ratio
                                    ? "The smallest rate of a group divided by the largest."
                                    : "The number that is compared with the threshold.");
    define(requirement.rates, "The rate of each group: hits divided by trials.");
    define(requirement.support, "How many trials a group has; it is judged from " +
                                    number(requirement.min_support) + " on.");
  }
}

void add_not_shown(const Context& context, Report& report) {
  report.not_shown = context.around.not_shown;
  const auto windows = scale_windows(context.collected.spec().source(), 1.0);
  if (context.around.window_trials.empty() && windows && !windows->windows.empty()) {
    report.not_shown.emplace_back(
        "Other windows: whether windows of another length would change the answer was not tried "
        "here; `fairmon report` on the command line tries it.");
  }
  for (const char* text : {
           "Why: a difference between groups says nothing about its cause, and none about a single "
           "case.",
           "Base rates: groups may differ in what the decision is about. Measures that compare "
           "only "
           "decisions do not see that; measures that use outcomes see only the outcomes recorded.",
           "Repeated persons: every event counts as a decision of its own. If persons occur more "
           "than once, intervals are too narrow.",
           "Proxies: columns that were not read may stand for a group, and groups that were not "
           "recorded are not compared.",
           "Selection before the data: whoever was turned away earlier, or never applied, is not "
           "in the data.",
           "Small groups: their intervals are wide, and groups that are not judged are covered by "
           "no answer.",
           "A threshold or a specification chosen after a look at the same data makes the level "
           "say less than it seems to.",
       }) {
    report.not_shown.emplace_back(text);
  }
}

}  // namespace fairmon::report::parts
