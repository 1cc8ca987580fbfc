#include <fairmon/plugin.hpp>
#include <fmt/format.h>

#include <utility>

#include "plugins/writing/instance_text.hpp"
#include "plugins/writing/row_sink.hpp"

namespace fairmon::plugins {

namespace text {

namespace {

/// One line per change, `[time][kind][stream][what] = value`.
class TextSink final : public RowSink {
 public:
  using RowSink::RowSink;

 protected:
  Result<void> begin(const Spec& spec, std::string&) override {
    for (const StreamInfo& stream : spec.streams()) {
      Look look;
      look.type = stream.type;
      look.parameters = parameter_types(stream);
      look.spawned = stream.spawned;
      switch (stream.kind) {
        case StreamKind::Input:
          look.name = "][Input][" + stream.name;
          break;
        case StreamKind::Output:
          look.name = "][Output][" + stream.name;
          break;
        case StreamKind::Trigger:
          look.name = "][Trigger][#" + std::to_string(stream.trigger_index);
          break;
      }
      looks_.push_back(std::move(look));
    }
    return {};
  }

  void format(const std::vector<VerdictRow>& rows, std::string& out) override {
    const VerdictRow* previous = nullptr;
    for (const VerdictRow& row : rows) {
      if (previous == nullptr || previous->cycle != row.cycle) {
        time_ = "[";
        times().append(time_, row.time);
      }
      previous = &row;
      const Look& look = looks_[row.stream];
      out += time_;
      out += look.name;
      switch (row.kind) {
        case ChangeKind::Spawn:
          out += "][Spawn] = ";
          append_instance(out, look, row);
          break;
        case ChangeKind::Close:
          out += "][Close] = ";
          append_instance(out, look, row);
          break;
        case ChangeKind::Value:
          if (look.spawned && (look.parameters.empty() || row.parameters != nullptr)) {
            append_instance(out, look, row);
          }
          append_value(out, look, row);
          break;
      }
      out += '\n';
    }
  }

 private:
  struct Look {
    std::string name;  ///< the part between time and instance
    Type type;
    std::vector<Type> parameters;
    bool spawned = false;
  };

  void append_instance(std::string& out, const Look& look, const VerdictRow& row) const {
    out += '(';
    append_parameters(out, look.parameters, row.parameters, symbols());
    out += ')';
  }

  void append_value(std::string& out, const Look& look, const VerdictRow& row) const {
    if (row.error != nullptr) {
      out += "][Error] = \"" + row.error->message + "\"";
      return;
    }
    out += "][Value] = ";
    if (is_judgement(row)) {
      out += judgement_in(row);
      return;
    }
    append_text(out, look.type, row.values, symbols());
    if (row.evidence != nullptr && row.evidence->lower && row.evidence->upper) {
      out += fmt::format(" [{:.6g}, {:.6g}]", *row.evidence->lower, *row.evidence->upper);
    }
    if (row.evidence != nullptr && row.evidence->trials) {
      out += fmt::format(" n = {}", *row.evidence->trials);
    }
    if (row.evidence != nullptr && row.evidence->stretch_from) {
      out += " by the averages since ";
      times().append(out, *row.evidence->stretch_from);
    }
  }

  std::vector<Look> looks_;
  std::string time_;
};

std::span<const OptionInfo> options() {
  static const std::vector<OptionInfo> kTable = common_output_options();
  return kTable;
}

Result<std::unique_ptr<VerdictSink>> make(const OptionValues& values, const std::string& target) {
  return std::unique_ptr<VerdictSink>(
      std::make_unique<TextSink>(read_common_output(values), target));
}

constexpr std::string_view kDocumentation =
    R"(One line per change: `[12.500000000][Output][rate(A)][Value] = 0.5`. Inputs come first, then
outputs and triggers in the order of the specification; instances are ordered by their parameters.
The lines are those of RTLola's log format. With `--evidence`, bounds and trials follow values that have
them (`= 0.5 [0.31, 0.69] n = 60`), a trigger that fires because of a recent stretch says since when that
is, and `trigger_0.judgement` says `violated`, `kept` or `undecided` whenever that changes.
)";

}  // namespace

}  // namespace text

namespace outputs {
extern const OutputPlugin text;
const OutputPlugin text = {"text", "one line per change, RTLola's log format",
                           plugins::text::kDocumentation, plugins::text::options,
                           plugins::text::make};
}  // namespace outputs

}  // namespace fairmon::plugins
