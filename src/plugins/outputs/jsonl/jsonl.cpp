#include <fairmon/plugin.hpp>

#include <optional>
#include <vector>

#include "plugins/writing/json_rows.hpp"
#include "plugins/writing/row_sink.hpp"

namespace fairmon::plugins {

namespace jsonl {

namespace {

class JsonLinesSink final : public RowSink {
 public:
  using RowSink::RowSink;

 protected:
  Result<void> begin(const Spec&, std::string&) override {
    lines_.emplace(factory(), times());
    return {};
  }

  void format(const std::vector<VerdictRow>& rows, std::string& out) override {
    lines_->append_lines(out, rows);
  }

 private:
  std::optional<JsonRows> lines_;
};

std::span<const OptionInfo> options() {
  static const std::vector<OptionInfo> kTable = common_output_options();
  return kTable;
}

Result<std::unique_ptr<VerdictSink>> make(const OptionValues& values, const std::string& target) {
  return std::unique_ptr<VerdictSink>(
      std::make_unique<JsonLinesSink>(read_common_output(values), target));
}

constexpr std::string_view kDocumentation =
    R"(One JSON object per line and cycle with something to show:
`{"time":"0.100000000","x":[{"eval":3}],"z":[{"instance":[1],"eval":2}]}`. Members besides `time`
are streams (triggers `trigger_0`, `trigger_1`, …) in the order of the specification; each holds a
list of updates with `instance`, `spawn`, `eval` and `close` as far as they apply, and `error` for
an evaluation that failed. With `--evidence`, `lower`, `upper` and `n` stand beside `eval` where a
band and the trials are known, `stretch_from` beside a trigger that fires because of a recent stretch,
and `trigger_0.judgement` says `violated`, `kept` or `undecided` whenever that changes.
)";

}  // namespace

}  // namespace jsonl

namespace outputs {
extern const OutputPlugin jsonl;
const OutputPlugin jsonl = {"jsonl", "one JSON object per line and cycle",
                            plugins::jsonl::kDocumentation, plugins::jsonl::options,
                            plugins::jsonl::make};
}  // namespace outputs

}  // namespace fairmon::plugins
