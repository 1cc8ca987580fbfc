#include <fairmon/tooling.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <numeric>
#include <set>

#include "api/describe.hpp"
#include "api/spec_body.hpp"
#include "api/tooling/budgets.hpp"
#include "engine/plan/describe.hpp"
#include "ir/dependencies.hpp"

namespace fairmon {
namespace {

constexpr std::uint64_t kCellBytes = 8;

std::string_view kind_name(ir::StreamKind kind) {
  switch (kind) {
    case ir::StreamKind::Input:
      return "input";
    case ir::StreamKind::Output:
      return "output";
    case ir::StreamKind::Trigger:
      return "trigger";
    case ir::StreamKind::Hidden:
      return "hidden";
  }
  return {};
}

class Analyst {
 public:
  explicit Analyst(const ir::Program& program) : program_(program) {}

  SpecAnalysis run() {
    SpecAnalysis analysis;
    std::vector<std::set<std::string>> reads(program_.streams.size());
    for (const ir::Dependency& dependency : ir::collect_dependencies(program_)) {
      reads[dependency.from.index()].insert(program_.streams[dependency.to].name);
    }
    std::vector<engine::StreamWay> ways = engine::describe_streams(program_);
    for (const ir::StreamId id : program_.streams.ids()) {
      const ir::Stream& stream = program_.streams[id];
      StreamAnalysis row;
      row.name = stream.name;
      row.kind = kind_name(stream.kind);
      row.type = stream.type.to_string();
      row.pacing = pacing(stream);
      row.layer = stream.eval_layer;
      row.reads.assign(reads[id.index()].begin(), reads[id.index()].end());
      row.bytes_per_instance = own_bytes(stream);
      row.growth = instance_growth(stream);
      row.slow = std::move(ways[id.index()].slow);
      add_windows(id, row);
      analysis.streams.push_back(std::move(row));
    }
    return analysis;
  }

 private:
  std::string pacing(const ir::Stream& stream) const {
    if (stream.kind == ir::StreamKind::Input) {
      return "event";
    }
    return api::pacing_in_words(program_, stream.evals.front().pacing);
  }

  /// Kept values with their freshness, the instance's name, and the times of a local clock.
  static std::uint64_t own_bytes(const ir::Stream& stream) {
    const std::uint64_t values = std::uint64_t{stream.type.num_cells()} * stream.num_kept;
    const std::uint64_t name = stream.spawn ? stream.instance_type().num_cells() : 0;
    const bool local_eval =
        !stream.evals.empty() && stream.evals.front().pacing.kind == ir::PacingKind::Local;
    const bool local_close = stream.close && stream.close->pacing.kind == ir::PacingKind::Local;
    return kCellBytes * (values + name + 1 + (local_eval ? 2 : 0) + (local_close ? 2 : 0));
  }

  std::string instance_growth(const ir::Stream& stream) const {
    if (stream.parameters.empty()) {
      return {};
    }
    const std::string names = parameter_names(stream);
    return stream.close ? fmt::format("one instance per {} alive at a time", names)
                        : fmt::format("one instance per {}, never closed", names);
  }

  static std::string parameter_names(const ir::Stream& stream) {
    std::string names;
    for (const ir::Parameter& parameter : stream.parameters) {
      names += (names.empty() ? "" : ", ") + parameter.name;
    }
    return stream.parameters.size() > 1 ? "(" + names + ")" : names;
  }

  static void add_growth(StreamAnalysis& row, const std::string& reason) {
    row.growth += (row.growth.empty() ? "" : "; ") + reason;
  }

  void add_windows(ir::StreamId caller, StreamAnalysis& row) const {
    for (const ir::Window& window : program_.windows) {
      if (window.caller == caller) {
        add_window(window, row);
      }
    }
  }

  void add_window(const ir::Window& window, StreamAnalysis& row) const {
    const ir::Stream& target = program_.streams[window.target];
    if (window.kind == ir::WindowKind::Occurrence) {
      row.bytes_per_instance += kCellBytes;
      return;
    }
    const auto bound = window.aggregate->bind(target.type, window.aggregate_argument);
    const std::uint64_t value_cells = target.type.num_cells() + 1;
    if (window.kind == ir::WindowKind::Discrete) {
      row.bytes_per_instance += kCellBytes * value_cells * window.count;
      return;
    }
    const std::string length = api::period_in_words({window.duration_ns, 1});
    if (window.caller_pacing.kind == ir::PacingKind::Event) {
      add_growth(row, fmt::format("keeps the values of {} of the last {}, because it is read at "
                                  "events",
                                  target.name, length));
      return;
    }
    if (bound->algebra == builtins::Algebra::Holistic) {
      add_growth(row, fmt::format("keeps the values of {} of the last {}, because {} needs them "
                                  "all",
                                  target.name, length, window.aggregate->name));
      return;
    }
    constexpr std::uint64_t kMostPanes = 1U << 16U;
    const std::uint64_t panes = num_panes(window);
    if (panes == 0 || panes > kMostPanes) {
      // Then only the times at which something arrives are kept apart.
      add_growth(row, fmt::format("keeps the times of {} of the last {} apart, because {}",
                                  target.name, length, why_apart(window)));
      return;
    }
    // Of every pane its state and whose it is; a total and the newest result besides.
    constexpr std::uint64_t kChosenCells = 5;
    const std::uint64_t cells =
        bound->chosen ? kChosenCells : bound->compact.value_or(*bound).state_cells + 1;
    row.bytes_per_instance += kCellBytes * cells * (panes + 1);
  }

  /// A pane is as long as both the window and the period allow; 0 if there are none.
  static std::uint64_t num_panes(const ir::Window& window) {
    const ir::Pacing& pacing = window.caller_pacing;
    if (pacing.kind != ir::PacingKind::Global || pacing.period.denominator != 1) {
      return 0;
    }
    const std::int64_t pane = std::gcd(window.duration_ns, pacing.period.numerator);
    return pane <= 1 ? 0 : static_cast<std::uint64_t>(window.duration_ns / pane) + 1;
  }

  static std::string why_apart(const ir::Window& window) {
    if (window.caller_pacing.kind == ir::PacingKind::Local) {
      return "each instance has a clock of its own";
    }
    return window.caller_pacing.period.denominator != 1
               ? "its deadlines are no whole number of nanoseconds apart"
               : "its length and its deadlines have too little in common";
  }

  const ir::Program& program_;
};

}  // namespace

SpecAnalysis analyze(const Spec& spec) {
  SpecAnalysis analysis = Analyst(*spec.body().program).run();
  analysis.budgets = api::describe_budgets(spec.body());
  analysis.filter = derive_filter(spec);
  return analysis;
}

std::string analysis_json(const SpecAnalysis& analysis) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const StreamAnalysis& stream : analysis.streams) {
    rows.push_back({{"name", stream.name},
                    {"kind", stream.kind},
                    {"type", stream.type},
                    {"pacing", stream.pacing},
                    {"layer", stream.layer},
                    {"bytesPerInstance", stream.bytes_per_instance},
                    {"growth", stream.growth},
                    {"slow", stream.slow},
                    {"reads", stream.reads}});
  }
  nlohmann::ordered_json blockers = nlohmann::ordered_json::array();
  for (const FilterBlocker& blocker : analysis.filter.blockers) {
    blockers.push_back({{"stream", blocker.stream}, {"reason", blocker.reason}});
  }
  nlohmann::ordered_json events = {
      {"condition", analysis.filter.condition.to_string()},
      {"blockers", std::move(blockers)},
      {"conditionWithoutBlockers", analysis.filter.without_blockers.to_string()},
      {"inputs", analysis.filter.needed_inputs}};
  nlohmann::ordered_json whole = {{"streams", std::move(rows)},
                                  {"neededEvents", std::move(events)}};
  if (!analysis.budgets.empty()) {
    whole["errors"] = nlohmann::ordered_json::array();
  }
  for (const ErrorBudget& budget : analysis.budgets) {
    whole["errors"].push_back({{"line", budget.line},
                               {"error", budget.error},
                               {"rates", budget.rates},
                               {"comparisons", budget.comparisons},
                               {"each", budget.each},
                               {"instances", budget.instances},
                               {"time", budget.time}});
  }
  return whole.dump(2) + "\n";
}

}  // namespace fairmon
