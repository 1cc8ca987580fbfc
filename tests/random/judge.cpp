#include "random/judge.hpp"

#include <fairmon/monitor.hpp>
#include <fairmon/spec.hpp>

#include <algorithm>
#include <array>
#include <exception>
#include <memory>

#include "random/changes.hpp"
#include "runner/matrix.hpp"
#include "runner/trace.hpp"

namespace fairmon::random_cases {
namespace {

struct Way {
  EngineKind engine;
  bool passes;
  std::size_t batch_rows;
  bool restored;
};

std::vector<Change> run(const Spec& spec, const runner::Trace& trace, const Way& way,
                        const MonitorOptions& base) {
  MonitorOptions options = base;
  options.engine = way.engine;
  auto made = Monitor::create(spec, options);
  if (!made) {
    throw std::runtime_error(made.error().to_string());
  }
  std::optional<Monitor> monitor = *std::move(made);
  Collector collector;
  VerdictBatch verdicts;
  EventBatch events(spec.num_inputs(), way.batch_rows);
  bool going = true;
  std::uint64_t batches = 0;
  const auto flush = [&] {
    verdicts.clear();
    going = monitor->accept(events, verdicts).ok();
    collector.add(verdicts, *options.symbols);
    events.clear();
    constexpr std::uint64_t kBatchesBetween = 3;
    if (going && way.restored && ++batches % kBatchesBetween == 1) {
      const std::string bytes = monitor->save();
      monitor.emplace(*Monitor::create(spec, options));
      if (auto done = monitor->restore(bytes); !done) {
        throw std::runtime_error("restore: " + done.error().to_string());
      }
    }
  };
  for (const runner::Trace::Row& row : trace.rows) {
    const std::size_t index = events.add_row(row.time);
    for (std::size_t input = 0; input < row.cells.size(); ++input) {
      if (row.cells[input]) {
        events.set(index, input, *row.cells[input]);
      }
    }
    if (events.full()) {
      flush();
    }
    if (!going) {
      return std::move(collector).sorted();
    }
  }
  if (events.num_rows() > 0) {
    flush();
  }
  if (going) {
    verdicts.clear();
    going = monitor->finish(verdicts).ok();
    collector.add(verdicts, *options.symbols);
  }
  return std::move(collector).sorted();
}

std::string way_text(const Way& way) {
  return runner::Configuration{way.engine, way.passes, way.batch_rows}.to_string() +
         (way.restored ? ", saved and restored" : "");
}

std::optional<Spec> compile_case(const std::string& text, bool passes, std::string& refusal) {
  CompileOptions options;
  options.optimise = passes;
  Compiled compiled = compile(SourceFile("random.lola", text), options);
  if (!compiled.spec) {
    for (const Diagnostic& diagnostic : compiled.diagnostics.all()) {
      if (diagnostic.severity == Severity::Error) {
        refusal = diagnostic.message;
        break;
      }
    }
  }
  return compiled.spec;
}

/// Two ways for each turn, so that nine turns in a row go through all of them twice; without a turn
/// all of them.
std::vector<Way> ways_for(std::optional<std::uint64_t> turn) {
  static constexpr std::array<Way, 9> kWays = {{{EngineKind::Fast, true, 1024, false},
                                                {EngineKind::Fast, false, 7, false},
                                                {EngineKind::Fast, true, 1, false},
                                                {EngineKind::Fast, true, 7, true},
                                                {EngineKind::Fast, false, 1024, false},
                                                {EngineKind::Fast, true, 7, false},
                                                {EngineKind::Fast, false, 1, false},
                                                {EngineKind::Fast, false, 3, true},
                                                {EngineKind::Reference, true, 7, true}}};
  if (turn) {
    return {kWays[*turn * 2 % kWays.size()], kWays[(*turn * 2 + 1) % kWays.size()]};
  }
  return {kWays.begin(), kWays.end()};
}

}  // namespace

void Judge::prepare(const Model& model) {
  std::string text = model.text();
  if (text == text_) {
    return;
  }
  text_ = std::move(text);
  refusal_.clear();
  optimised_.reset();
  plain_ = compile_case(text_, false, refusal_);
  if (plain_) {
    optimised_ = compile_case(text_, true, refusal_);
  }
}

Finding Judge::operator()(const RandomCase& item, std::optional<std::uint64_t> turn) try {
  prepare(item.model);
  if (!plain_) {
    return {Judgement::Refused, refusal_};
  }
  if (!optimised_) {
    return {Judgement::Broken, "compiles only without passes: " + refusal_};
  }
  return compare(item, turn);
} catch (const std::exception& problem) {
  text_.clear();
  return {Judgement::Broken, problem.what()};
}

Finding Judge::compare(const RandomCase& item, std::optional<std::uint64_t> turn) {
  MonitorOptions options;
  options.symbols = std::make_shared<SymbolTable>();
  options.on_error = item.report_errors ? ErrorPolicy::Report : ErrorPolicy::Stop;
  const auto trace = runner::parse_trace(item.trace.text(item.model), *plain_, *options.symbols);
  if (!trace) {
    return {Judgement::Broken, trace.error()};
  }
  const auto expected =
      run(*plain_, *trace, Way{EngineKind::Reference, false, 1024, false}, options);
  for (const Way& way : ways_for(turn)) {
    const Spec& spec = way.passes ? *optimised_ : *plain_;
    const auto actual = run(spec, *trace, way, options);
    if (actual != expected) {
      return {Judgement::Different,
              way_text(way) + ": " + first_difference(expected, actual, spec)};
    }
  }
  return {};
}

namespace {

/// As the reference engine gives them; none where it is the case that breaks the compiler.
std::string expected_lines(const RandomCase& item) try {
  std::string refusal;
  const auto spec = compile_case(item.model.text(), false, refusal);
  if (!spec) {
    return {};
  }
  runner::CaseOptions options;
  options.lifecycle = true;
  options.report_errors = item.report_errors;
  const auto lines = runner::run_trace(*spec, item.trace.text(item.model), options,
                                       {EngineKind::Reference, false, 1024});
  std::string out;
  if (lines) {
    for (const std::string& line : *lines) {
      out += line + "\n";
    }
  }
  return out;
} catch (const std::exception&) {
  return {};
}

}  // namespace

std::string as_suite(const RandomCase& item, const std::string& title, const std::string& why) {
  return "# " + title + "\n\nFound by random testing: " + why + ".\n\n```rtlola\n" +
         item.model.text() + "```\n```trace\n" + item.trace.text(item.model) +
         "```\n```options\nlifecycle = true\n" +
         (item.report_errors ? "on_error = \"report\"\n" : "") + "```\n```verdicts\n" +
         expected_lines(item) + "```\n";
}

}  // namespace fairmon::random_cases
