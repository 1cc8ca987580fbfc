#include "runner/matrix.hpp"

#include <fairmon/symbols.hpp>

#include <memory>
#include <utility>

#include "runner/trace.hpp"
#include "runner/verdict_text.hpp"

namespace fairmon::runner {
namespace {

MonitorOptions monitor_options(const CaseOptions& options, const Configuration& configuration,
                               std::shared_ptr<SymbolTable> symbols) {
  MonitorOptions result;
  result.engine = configuration.engine;
  result.on_error = options.report_errors ? ErrorPolicy::Report : ErrorPolicy::Stop;
  result.start_time = options.start.value_or(Timestamp{});
  result.symbols = std::move(symbols);
  return result;
}

/// Feeds a monitor batch by batch and writes down what it says.
class Run {
 public:
  Run(Monitor monitor, const CaseOptions& options)
      : monitor_(std::move(monitor)), text_(monitor_.spec(), monitor_.symbols(), options) {}

  std::vector<std::string> lines(const Trace& trace, const CaseOptions& options,
                                 std::size_t batch_rows) {
    const bool whole = feed(trace, batch_rows) && (!options.finish || step([&](VerdictBatch& out) {
                         return monitor_.advance_to(*options.finish, out);
                       }));
    if (whole) {
      step([&](VerdictBatch& out) { return monitor_.finish(out); });
    }
    return std::move(lines_);
  }

 private:
  bool feed(const Trace& trace, std::size_t batch_rows) {
    EventBatch events(monitor_.spec().num_inputs(), batch_rows);
    for (const Trace::Row& row : trace.rows) {
      const std::size_t index = events.add_row(row.time);
      for (std::size_t input = 0; input < row.cells.size(); ++input) {
        if (row.cells[input]) {
          events.set(index, input, *row.cells[input]);
        }
      }
      if (events.full() && !flush(events)) {
        return false;
      }
    }
    return events.num_rows() == 0 || flush(events);
  }

  bool flush(EventBatch& events) {
    const bool ok = step([&](VerdictBatch& out) { return monitor_.accept(events, out); });
    events.clear();
    return ok;
  }

  template <class Action>
  bool step(const Action& action) {
    verdicts_.clear();
    const Result<void> result = action(verdicts_);
    text_.append(verdicts_, lines_);
    if (!result) {
      lines_.push_back("stopped: " + result.error().message);
    }
    return result.ok();
  }

  Monitor monitor_;
  VerdictText text_;
  VerdictBatch verdicts_;
  std::vector<std::string> lines_;
};

}  // namespace

std::string Configuration::to_string() const {
  const std::string name = engine == EngineKind::Fast ? "fast engine" : "reference engine";
  return name + ", passes " + (passes ? "on" : "off") + ", batches of " +
         std::to_string(batch_rows);
}

std::vector<Configuration> all_configurations() {
  std::vector<Configuration> all;
  for (const EngineKind engine : {EngineKind::Reference, EngineKind::Fast}) {
    for (const bool passes : {false, true}) {
      for (const std::size_t batch_rows : {1U, 7U, 1024U}) {
        all.push_back({engine, passes, batch_rows});
      }
    }
  }
  return all;
}

Result<std::vector<std::string>, std::string> run_trace(const Spec& spec, std::string_view trace,
                                                        const CaseOptions& options,
                                                        const Configuration& configuration) {
  auto symbols = std::make_shared<SymbolTable>();
  const auto parsed = parse_trace(trace, spec, *symbols);
  if (!parsed) {
    return parsed.error();
  }
  auto monitor = Monitor::create(spec, monitor_options(options, configuration, symbols));
  if (!monitor) {
    return monitor.error().to_string();
  }
  return Run(*std::move(monitor), options).lines(*parsed, options, configuration.batch_rows);
}

}  // namespace fairmon::runner
