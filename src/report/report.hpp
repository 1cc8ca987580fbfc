#pragma once

#include <fairmon/findings.hpp>
#include <fairmon/verdict_sink.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "report/build/judge.hpp"
#include "report/build/statistics.hpp"
#include "report/compare/difference.hpp"

/// A report as data; all times are texts already, all numbers finite.
namespace fairmon::report {

struct Group {
  std::string name;
  std::optional<std::uint64_t> trials;
  std::optional<std::uint64_t> hits;
  std::optional<double> rate;
  std::optional<Bounds> bounds;
  std::optional<double> ratio;  ///< to the group of the largest rate
  bool judged = true;
  std::string remark;  ///< why it is not judged, or what a reader should know
  // Beside ratios: against the group of the largest rate.
  std::optional<double> fisher;
  std::optional<double> deviations;
  std::optional<bool> flip;
  // Not printed.
  std::uint64_t rank = 1;
};

struct EpisodeLine {
  std::string instance;
  std::string begin;
  std::string end;  ///< empty: open at the end of the data
  std::uint64_t firings = 0;
  std::optional<double> worst;
  std::string worst_at;
  std::string said;    ///< what the trigger said then
  std::string groups;  ///< the lowest and the highest at about that time
};

/// One line of a table that varies something and says what comes out.
struct Variant {
  std::string what;
  std::string value;  ///< the number behind the answer, or why there is none
  std::string at_end;
  std::string ever;
  std::string sure;
  bool as_set = false;  ///< the line of the requirement itself
};

struct QuarterLine {
  std::string name;
  std::vector<std::string> groups;  ///< `0.31 of 402` in the order of the groups; empty: no trials
  std::string lowest;               ///< the group of the smallest rate, with the same
  std::string highest;
  std::string comparison;
  std::string answer;
};

struct Curve {
  std::string name;
  std::vector<std::pair<double, double>> points;  ///< time in nanoseconds, value
  std::vector<std::pair<double, double>> low;
  std::vector<std::pair<double, double>> high;
};

struct Plot {
  std::string title;
  std::string unit;
  std::vector<Curve> curves;
  std::size_t num_more_curves = 0;
  std::vector<double> thresholds;
  std::vector<std::pair<double, double>> episodes;  ///< from, to
  double from = 0.0;
  double to = 0.0;
};

enum class State : std::uint8_t {
  NeverJudged,
  Kept,
  Undecided,  ///< of a statement about chances: neither it nor its opposite is certain
  ViolatedBefore,
  Violated,
};

/// What was found about one requirement (trigger).
struct Finding {
  Requirement requirement;
  std::string title;
  State state = State::NeverJudged;
  Sureness sureness = Sureness::Unknown;
  bool judged_by_run = false;    ///< the trigger itself makes a statement about chances
  std::optional<double> needed;  ///< about how many more decisions would decide it
  std::string stretch_from;  ///< violated by a stretch: when that began; empty: by the whole run
  double level = 0.95;
  std::vector<std::string> answer;  ///< sentences
  std::optional<double> value;      ///< of the measure at the end
  std::string measure;              ///< its name
  std::string rates;                ///< name of the compared stream
  std::vector<Group> groups;
  std::uint64_t num_more_groups = 0;
  std::optional<std::uint64_t> left_out;  ///< cases without a label
  std::vector<std::string> notes;         ///< where a reader would stumble
  std::vector<EpisodeLine> episodes;
  std::uint64_t num_episodes = 0;
  std::uint64_t num_firings = 0;
  std::vector<Variant> thresholds;
  std::vector<Variant> levels;
  std::vector<Variant> without;
  std::vector<Variant> windows;
  std::vector<QuarterLine> quarters;
  std::vector<std::string> quarter_groups;
  std::vector<Plot> plots;
};

struct Definition {
  std::string name;
  std::string words;
  std::string formula;
};

struct Column {
  std::string input;
  std::string type;
  std::string column;
  std::uint64_t missing = 0;
};

struct Fact {
  std::string what;
  std::string value;
};

/// Words of a template around the numbers: Markdown by heading.
struct Section {
  std::string heading;
  std::string markdown;
};

/// This run beside another one.
struct ComparisonPart {
  RunNames names;
  Comparison comparison;
};

struct Report {
  std::string title;
  std::string question;
  std::vector<Section> sections;      ///< of the template, before the data
  std::vector<Section> closing;       ///< likewise after what was not shown
  std::vector<std::string> warnings;  ///< what a reader must know first
  std::vector<Finding> findings;
  std::vector<Plot> other_plots;
  std::optional<ComparisonPart> comparison;
  std::vector<Fact> data;
  std::vector<Column> columns;
  std::vector<std::string> not_shown;
  std::vector<Definition> definitions;
  std::string specification;
  std::string expanded;  ///< empty if nothing was to write out
  std::vector<Fact> provenance;
  bool relative_times = true;
  std::int64_t start_ns = 0;
};

}  // namespace fairmon::report
