#include <fairmon/plugin.hpp>
#include <fmt/format.h>

#include <utility>

#include "plugins/writing/text_file.hpp"

namespace fairmon::plugins {

namespace stats {

namespace {

/// Counts at the end of the run.
class StatsSink final : public VerdictSink {
 public:
  explicit StatsSink(std::string target) : file_(std::move(target)) {}

  Result<void> open(const Spec&, const SinkContext& context) override {
    return file_.open(context.resumed);
  }
  Result<void> write(const VerdictBatch&) override { return {}; }
  Result<void> flush() override { return file_.flush(); }
  Result<void> sync() override { return file_.sync(); }
  [[nodiscard]] std::string position() const override { return file_.position(); }
  Result<void> rewind(std::string_view position) override { return file_.rewind(position); }
  [[nodiscard]] bool mark_symbols(SymbolMarks&) const override { return true; }

  Result<void> close(const RunSummary& summary) override {
    const std::uint64_t cycles = summary.num_events + summary.num_deadlines;
    const double seconds = summary.wall_seconds > 0.0 ? summary.wall_seconds : 1e-9;
    const auto per = [&](std::uint64_t count) {
      return count == 0 ? 0.0 : seconds * 1e9 / static_cast<double>(count);
    };
    std::uint64_t triggers = 0;
    for (const std::uint64_t count : summary.trigger_counts) {
      triggers += count;
    }
    std::string& out = file_.buffer();
    out += std::string(80, '=') + "\n";
    out += fmt::format("  {} cycles, {:.0f} cycles per second, {:.0f} nsec per cycles\n", cycles,
                       static_cast<double>(cycles) / seconds, per(cycles));
    out +=
        fmt::format("  {} input events parsed in {:.9f} secs; {:.0f} nsec per event on average\n",
                    summary.num_events, seconds, per(summary.num_events));
    out += fmt::format("  {} trigger in total\n  Trigger details:\n", triggers);
    for (std::size_t i = 0; i < summary.trigger_counts.size(); ++i) {
      out += fmt::format("   [#{}]: {}\n", i, summary.trigger_counts[i]);
    }
    return file_.close();
  }

  [[nodiscard]] VerdictSelection selection() const override {
    VerdictSelection selection;
    selection.verbosity = Verbosity::Silent;
    return selection;
  }

 private:
  TextFile file_;
};

std::span<const OptionInfo> options() { return {}; }

Result<std::unique_ptr<VerdictSink>> make(const OptionValues&, const std::string& target) {
  return std::unique_ptr<VerdictSink>(
      std::make_unique<StatsSink>(target == "-" ? "/dev/stderr" : target));
}

constexpr std::string_view kDocumentation =
    R"(Numbers about the run itself, once it is over: cycles and their rate, events, and how often
each trigger fired. Goes to standard error unless a file is named.
)";

}  // namespace

}  // namespace stats

namespace outputs {
extern const OutputPlugin stats;
const OutputPlugin stats = {"stats", "numbers about the run itself", plugins::stats::kDocumentation,
                            plugins::stats::options, plugins::stats::make};
}  // namespace outputs

}  // namespace fairmon::plugins
