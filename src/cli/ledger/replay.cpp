#include "cli/ledger/replay.hpp"

#include <fairmon/pipeline.hpp>
#include <fairmon/version.hpp>

#include <algorithm>
#include <memory>

#include "cli/arguments.hpp"
#include "cli/interrupt.hpp"
#include "cli/ledger/asked.hpp"
#include "cli/ledger/prefix_digests.hpp"
#include "cli/monitor/endpoints.hpp"
#include "cli/monitor/plugin_flags.hpp"
#include "cli/monitor/run_options.hpp"
#include "cli/monitor/spec_for_run.hpp"
#include "cli/spec_file.hpp"
#include "plugins/outputs/ledger/ledger_sink.hpp"

namespace fairmon::cli {

namespace {

using PlainJson = nlohmann::json;

/// Compares what a run decides with what stands in the ledger.
class ComparingSink final : public VerdictSink {
 public:
  ComparingSink(VerdictSelection selection, const ledger::Verification& verified)
      : selection_(std::move(selection)), recorded_(verified) {}

  Result<void> open(const Spec& spec, const SinkContext& context) override {
    bodies_.emplace(spec, context);
    return {};
  }
  Result<void> write(const VerdictBatch& batch) override {
    return bodies_->each(batch, [&](const std::string& body) -> Result<void> {
      compare(body);
      return {};
    });
  }
  Result<void> flush() override { return {}; }
  Result<void> close(const RunSummary&) override { return {}; }
  [[nodiscard]] VerdictSelection selection() const override { return selection_; }
  [[nodiscard]] bool mark_symbols(SymbolMarks&) const override { return true; }

  [[nodiscard]] const std::optional<std::string>& wrong() const { return wrong_; }
  [[nodiscard]] std::uint64_t num_verdicts() const { return num_verdicts_; }
  /// Of the first verdict that the ledger does not hold.
  [[nodiscard]] const std::optional<std::string>& beyond() const { return beyond_; }
  /// A verdict of the ledger that the data did not give, with its place.
  [[nodiscard]] std::optional<std::string> left() {
    auto expected = beyond_ ? std::nullopt : recorded_.next();
    return expected ? std::optional(recorded_.place() + ": the data do not give this verdict")
                    : std::nullopt;
  }
  [[nodiscard]] std::string time_text(Timestamp time) const { return bodies_->time_text(time); }

 private:
  void compare(const std::string& body) {
    if (wrong_ || beyond_) {
      return;
    }
    const auto expected = recorded_.next();
    if (!expected) {
      beyond_ = body;
      return;
    }
    if (*expected != body) {
      wrong_ = recorded_.place() + ": the ledger says " + *expected + ", the data give " + body;
      return;
    }
    ++num_verdicts_;
  }

  VerdictSelection selection_;
  RecordedVerdicts recorded_;
  std::optional<plugins::ledger_output::VerdictBodies> bodies_;
  std::optional<std::string> wrong_;
  std::optional<std::string> beyond_;
  std::uint64_t num_verdicts_ = 0;
};

Result<Arguments> arguments_of(const Recorded& recorded, const std::vector<std::string>& data,
                               const PluginRegistry& plugins, WordsFor what) {
  std::vector<std::string> words = as_words(recorded.asked, what);
  words.emplace_back("specification");
  words.insert(words.end(), data.begin(), data.end());
  auto arguments = Arguments::parse(*find_command("monitor"), plugins, words);
  if (arguments && arguments->has("online")) {
    return Error(ErrorCode::Usage,
                 "the run was a live one (--online): its times were the clock on the wall and are "
                 "not in the data, so it cannot be judged again");
  }
  return arguments;
}

Result<VerdictSelection> selection_of(const Recorded& recorded, const PluginRegistry& plugins) {
  const auto arguments = arguments_of(recorded, {}, plugins, WordsFor::Output);
  if (!arguments) {
    return arguments.error();
  }
  const auto table = plugins.find_output("ledger")->options();
  const auto values = OptionValues::check(table, given_options(*arguments, "ledger", table));
  return values ? Result<VerdictSelection>(plugins::ledger_output::ledger_selection(*values))
                : values.error();
}

/// What the last line says about the whole run.
std::optional<std::string> compare_totals(const PlainJson& close, const RunSummary& summary,
                                          const std::string& reached) {
  const PlainJson found{{"bad_records", summary.num_bad_records},
                        {"deadlines", summary.num_deadlines},
                        {"events", summary.num_events},
                        {"failed_evaluations", summary.num_evaluation_errors},
                        {"late_records", summary.num_late_records},
                        {"reached", reached},
                        {"triggers", summary.trigger_counts}};
  for (const auto& [name, value] : found.items()) {
    if (close.value(name, PlainJson()) != value) {
      return "the end of the ledger says " + name + " " + close.value(name, PlainJson()).dump() +
             ", the data give " + value.dump();
    }
  }
  return std::nullopt;
}

Result<Spec> recorded_spec(const PlainJson& open, std::optional<double> level) {
  const PlainJson spec = open.value("specification", PlainJson::object());
  return compile_and_report(SourceFile(spec.value("name", "specification"), spec.value("text", "")),
                            "snippet", false, level);
}

}  // namespace

Result<Replayed> replay(const ledger::Verification& verified, const Recorded& recorded,
                        const std::vector<std::string>& data, const PluginRegistry& plugins) {
  if (recorded.open.is_null()) {
    return Error(ErrorCode::Usage,
                 "the beginning of the ledger is not here, and with it the specification; name the "
                 "first piece");
  }
  const auto arguments = arguments_of(recorded, data, plugins, WordsFor::Source);
  if (!arguments) {
    return arguments.error();
  }
  const auto level = level_of(*arguments);
  const auto selection = selection_of(recorded, plugins);
  auto options = run_options(*arguments);
  auto from = make_source_end(*arguments, plugins);
  if (!level || !selection || !options || !from) {
    return !level       ? level.error()
           : !selection ? selection.error()
           : !options   ? options.error()
                        : from.error();
  }
  const auto spec = recorded_spec(recorded.open, *level);
  if (!spec) {
    return spec.error();
  }
  Replayed result;
  std::vector<std::string> files;
  for (const OwnFile& file : from->files) {
    files.push_back(file.name);
  }
  auto digests = compare_digests(recorded, files);
  if (!digests) {
    return std::move(digests).error();
  }
  result.wrong = digests->wrong;
  result.num_digests = digests->num_compared;
  result.other_program = recorded.open.value("program", PlainJson::object()).value("version", "") !=
                         std::string(version());
  if (result.wrong) {
    return result;
  }
  ComparingSink sink(*selection, verified);
  const std::vector<VerdictSink*> sinks = {&sink};
  const InterruptGuard interrupt;
  options->stop = &interrupt.wanted();
  options->filter = filter_for(*arguments, *spec, from->input, sinks);
  const RunSummary summary =
      run_pipeline(spec_for_run(*spec, *level, sinks), *from->source, sinks, *options);
  // A run that failed then fails now, at the same place.
  const bool failed_then = !recorded.close.is_null() && recorded.close["error"].is_string();
  if (summary.error && !failed_then) {
    return *summary.error;
  }
  result.num_verdicts = sink.num_verdicts();
  result.num_events = summary.num_events;
  result.wrong = sink.wrong();
  const bool whole = verified.closed && !verified.interrupted;
  if (!result.wrong && whole && sink.beyond()) {
    result.wrong =
        verified.files.back() + ": the data give a verdict that is not there: " + *sink.beyond();
  }
  if (!result.wrong) {
    result.wrong = sink.left();
  }
  if (!result.wrong && whole) {
    result.wrong = compare_totals(recorded.close, summary, sink.time_text(summary.reached));
  }
  return result;
}

}  // namespace fairmon::cli
