#include "random/leave_out.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <memory>

#include "plugins/reading/row_filter.hpp"
#include "runner/matrix.hpp"
#include "runner/trace.hpp"

namespace fairmon::random_cases {
namespace {

/// A row without values at the end, so that both runs last equally long.
TraceModel with_end(TraceModel trace, const Model& model) {
  TraceModel::Row last;
  last.ns = (trace.rows.empty() ? 0 : trace.rows.back().ns) + 1'000'000'000;
  last.fields.resize(model.inputs.size());
  trace.rows.push_back(std::move(last));
  return trace;
}

/// The rows that a source would hand over; the last one always.
Result<TraceModel, std::string> kept_rows(const TraceModel& trace, const Model& model,
                                          const Spec& spec, const Filter& filter) {
  SourceContext context;
  context.schema = spec.input_schema();
  context.symbols = std::make_shared<SymbolTable>();
  context.filter = filter;
  const auto parsed = runner::parse_trace(trace.text(model), spec, *context.symbols);
  if (!parsed) {
    return parsed.error();
  }
  EventBatch batch(spec.num_inputs(), parsed->rows.size());
  for (const runner::Trace::Row& row : parsed->rows) {
    const std::size_t index = batch.add_row(row.time);
    for (std::size_t input = 0; input < row.cells.size(); ++input) {
      if (row.cells[input]) {
        batch.set(index, input, *row.cells[input]);
      }
    }
  }
  const plugins::RowFilter rows(context);
  TraceModel kept;
  for (std::size_t i = 0; i < trace.rows.size(); ++i) {
    if (i + 1 == trace.rows.size() || !rows.active() || rows.keeps(batch, i)) {
      kept.rows.push_back(trace.rows[i]);
    }
  }
  return kept;
}

std::string first_difference(const std::vector<std::string>& all,
                             const std::vector<std::string>& some) {
  const auto [a, b] = std::mismatch(all.begin(), all.end(), some.begin(), some.end());
  return "with all events `" + (a == all.end() ? "nothing more" : *a) + "`, with fewer `" +
         (b == some.end() ? "nothing more" : *b) + "`";
}

Finding compare(const RandomCase& item, const Spec& spec, LeaveOutCounts& counts) {
  const DerivedFilter derived = derive_filter(spec);
  const TraceModel all = with_end(item.trace, item.model);
  const auto kept = kept_rows(all, item.model, spec, derived.condition);
  if (!kept) {
    return {Judgement::Broken, kept.error()};
  }
  ++counts.cases;
  counts.blocked += derived.condition.kind == FilterKind::True ? 1 : 0;
  counts.filtered += kept->rows.size() < all.rows.size() ? 1 : 0;
  counts.events += all.rows.size();
  counts.left_out += all.rows.size() - kept->rows.size();
  if (derived.condition.kind != FilterKind::True && !derived.blockers.empty()) {
    return {Judgement::Broken, "events can be left out, but a stream stands in the way"};
  }
  runner::CaseOptions options;
  options.lifecycle = true;
  options.report_errors = item.report_errors;
  for (const EngineKind engine : {EngineKind::Reference, EngineKind::Fast}) {
    const runner::Configuration way{engine, true, engine == EngineKind::Fast ? 7U : 1024U};
    const auto wanted = runner::run_trace(spec, all.text(item.model), options, way);
    const auto found = runner::run_trace(spec, kept->text(item.model), options, way);
    if (!wanted || !found) {
      return {Judgement::Broken, wanted ? found.error() : wanted.error()};
    }
    if (*wanted != *found) {
      return {Judgement::Different, "leaving out all but `" + derived.condition.to_string() +
                                        "`: " + first_difference(*wanted, *found)};
    }
  }
  return {};
}

}  // namespace

std::string LeaveOutCounts::to_string() const {
  const auto percent = [](std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
  };
  std::array<char, 200> text;
  std::snprintf(text.data(), text.size(),
                "events left out in %.1f %% of the cases, all needed in %.1f %%; %.1f %% of all "
                "events left out",
                percent(filtered, cases), percent(blocked, cases), percent(left_out, events));
  return text.data();
}

bool LeaveOutCounts::telling() const {
  return 5 * filtered >= 2 * cases && 10 * blocked >= cases && 6 * left_out >= events;
}

Finding judge_leave_out(const RandomCase& item, LeaveOutCounts& counts) try {
  const Compiled compiled = compile(SourceFile("random.lola", item.model.text()));
  if (!compiled.spec) {
    for (const Diagnostic& diagnostic : compiled.diagnostics.all()) {
      if (diagnostic.severity == Severity::Error) {
        return {Judgement::Refused, diagnostic.message};
      }
    }
  }
  return compare(item, *compiled.spec, counts);
} catch (const std::exception& problem) {
  return {Judgement::Broken, problem.what()};
}

}  // namespace fairmon::random_cases
