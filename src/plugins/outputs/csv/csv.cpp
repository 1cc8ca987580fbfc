#include <fairmon/plugin.hpp>

#include <utility>

#include "plugins/outputs/csv/csv_sinks.hpp"

namespace fairmon::plugins {

namespace csv_output {

namespace {

std::span<const OptionInfo> options() {
  static const std::vector<OptionInfo> kTable = [] {
    std::vector<OptionInfo> table = common_output_options();
    OptionInfo layout;
    layout.name = "layout";
    layout.kind = OptionKind::Choice;
    layout.summary = "one column per stream (wide), or one line per value (long)";
    layout.choices = {"wide", "long"};
    layout.default_value = "wide";
    layout.placeholder = "LAYOUT";
    layout.group = "what to show";
    table.push_back(layout);
    return table;
  }();
  return kTable;
}

Result<std::unique_ptr<VerdictSink>> make(const OptionValues& values, const std::string& target) {
  CommonOutput common = read_common_output(values);
  if (common.evidence && values.text("layout") != "long") {
    return Error(
        ErrorCode::Usage,
        "--evidence needs a row per value, which the wide layout has not: add --layout long");
  }
  return values.text("layout") == "long" ? make_long_sink(std::move(common), target)
                                         : make_wide_sink(std::move(common), target);
}

constexpr std::string_view kDocumentation =
    R"(Comma-separated verdicts. The wide layout has a column `time` and one per stream shown, and a
row for every cycle in which one of them has a value; `#` stands for no value. It cannot hold
parameterised streams. The long layout has the columns `time,stream,instance,value` and one row per
value, whatever the stream; with `--evidence` also `lower,upper,n,stretch_from` (the last beside a
trigger that fires because of a recent stretch), and a row whenever a trigger with `certain` becomes
violated, kept or undecided.
)";

}  // namespace

}  // namespace csv_output

namespace outputs {
extern const OutputPlugin csv;
const OutputPlugin csv = {"csv", "comma-separated verdicts, wide or long",
                          plugins::csv_output::kDocumentation, plugins::csv_output::options,
                          plugins::csv_output::make};
}  // namespace outputs

}  // namespace fairmon::plugins
