#include <fairmon/plugin.hpp>

#include <algorithm>
#include <utility>

#include "plugins/outputs/json/document_sink.hpp"

namespace fairmon::plugins {

namespace json {

namespace {

std::span<const OptionInfo> options() {
  static const std::vector<OptionInfo> kTable = [] {
    std::vector<OptionInfo> table = common_output_options();
    // A document tells of episodes and evidence in any case.
    std::erase_if(table, [](const OptionInfo& option) {
      return option.name == "episodes" || option.name == "evidence";
    });
    return table;
  }();
  return kTable;
}

Result<std::unique_ptr<VerdictSink>> make(const OptionValues& values, const std::string& target) {
  CommonOutput common = read_common_output(values);
  common.selection.plotted = true;
  return std::unique_ptr<VerdictSink>(std::make_unique<DocumentSink>(std::move(common), target));
}

constexpr std::string_view kDocumentation =
    R"(One JSON document when the run is over, with all digits. `values` holds, by stream, the newest
value of every instance: `{"instance":["women"],"value":0.31,"n":402,"hits":125,"as_of":"86400.0"}`,
with `n` where the number of trials is known, `hits` where the value is a rate, and `old` where the
value is from before the latest tick of its clock; a value with a band has its ends `lower` and `upper`, and the
`level` of the band. `left_out` counts cases without a group label. `episodes` lists when which trigger was
violated, how badly, and whether it still is. `states` says of every trigger (and instance) how it stands at the end and
since when: one that makes a statement is `judged_by` bounds at its `level` and violated, kept or undecided, then with
`further_trials` (about so many would decide it, null if nobody can say) and the group with the `fewest`; others are
judged by the estimate. `provenance` says what was run on how much data. Public and plotted streams are shown; `--verbosity` shows more.
)";

}  // namespace

}  // namespace json

namespace outputs {
extern const OutputPlugin json;
const OutputPlugin json = {"json", "one document at the end: values, episodes, provenance",
                           plugins::json::kDocumentation, plugins::json::options,
                           plugins::json::make};
}  // namespace outputs

}  // namespace fairmon::plugins
