#include <fairmon/plugin.hpp>

#include <algorithm>
#include <utility>

#include "plugins/writing/instance_text.hpp"
#include "plugins/writing/json_text.hpp"
#include "plugins/writing/row_sink.hpp"

namespace fairmon::plugins {

namespace jsonl {

namespace {

/// One object per cycle: `{"time":"1.5","x":[{"eval":3}]}`.
class JsonLinesSink final : public RowSink {
 public:
  using RowSink::RowSink;

 protected:
  Result<void> begin(const Spec& spec, std::string&) override {
    for (const StreamInfo& stream : spec.streams()) {
      Look look;
      append_json_string(look.key, stream.name);
      look.type = stream.type;
      look.parameters = parameter_types(stream);
      for (const Type& type : look.parameters) {
        look.cells_per_instance += type.num_cells();
      }
      looks_.push_back(std::move(look));
    }
    return {};
  }

  void format(const std::vector<VerdictRow>& rows, std::string& out) override {
    for (std::size_t at = 0; at < rows.size();) {
      const std::uint32_t cycle = rows[at].cycle;
      out += "{\"time\":\"";
      times().append(out, rows[at].time);
      out += '"';
      while (at < rows.size() && rows[at].cycle == cycle) {
        std::size_t end = at + 1;
        while (end < rows.size() && rows[end].cycle == cycle &&
               rows[end].stream == rows[at].stream) {
          ++end;
        }
        append_stream(out, rows.data() + at, end - at);
        at = end;
      }
      out += "}\n";
    }
  }

 private:
  struct Look {
    std::string key;
    Type type;
    std::vector<Type> parameters;
    std::size_t cells_per_instance = 0;
  };

  /// All changes of one stream in one cycle; those of one instance become one object.
  void append_stream(std::string& out, const VerdictRow* rows, std::size_t count) {
    const Look& look = looks_[rows->stream];
    const auto same_instance = [&](const Cell* a, const Cell* b) {
      return a == b ||
             (a != nullptr && b != nullptr && std::equal(a, a + look.cells_per_instance, b));
    };
    group_.assign(rows, rows + count);
    // Rows come ordered by kind, then instance.
    if (std::any_of(group_.begin(), group_.end(),
                    [&](const VerdictRow& row) { return row.kind != rows->kind; })) {
      std::stable_sort(group_.begin(), group_.end(), [&](const VerdictRow& a, const VerdictRow& b) {
        return factory().compare_instances(rows->stream, a.parameters, b.parameters) < 0;
      });
    }
    out += ',';
    out += look.key;
    out += ":[";
    for (std::size_t at = 0; at < group_.size();) {
      std::size_t end = at + 1;
      while (end < group_.size() && same_instance(group_[at].parameters, group_[end].parameters)) {
        ++end;
      }
      if (at > 0) {
        out += ',';
      }
      append_instance(out, look, at, end);
      at = end;
    }
    out += ']';
  }

  void append_instance(std::string& out, const Look& look, std::size_t begin, std::size_t end) {
    char separator = '{';
    const auto member = [&](std::string_view text) {
      out += separator;
      out += text;
      separator = ',';
    };
    if (!look.parameters.empty() && group_[begin].parameters != nullptr) {
      member("\"instance\":");
      append_parameter_array(out, look, group_[begin].parameters);
    }
    for (std::size_t i = begin; i < end; ++i) {
      const VerdictRow& row = group_[i];
      if (row.error != nullptr) {
        member("\"error\":");
        append_json_string(out, row.error->message);
      } else if (is_judgement(row)) {
        member("\"eval\":");
        append_json_string(out, judgement_in(row));
      } else if (row.kind == ChangeKind::Value) {
        member("\"eval\":");
        append_json_value(out, look.type, row.values, symbols());
        append_evidence(out, row.evidence);
      } else {
        member(row.kind == ChangeKind::Spawn ? "\"spawn\":true" : "\"close\":true");
      }
    }
    out += '}';
  }

  void append_evidence(std::string& out, const ValueEvidence* evidence) const {
    if (evidence != nullptr && evidence->lower && evidence->upper) {
      out += ",\"lower\":";
      append_json_number(out, *evidence->lower);
      out += ",\"upper\":";
      append_json_number(out, *evidence->upper);
    }
    if (evidence != nullptr && evidence->trials) {
      out += ",\"n\":" + std::to_string(*evidence->trials);
    }
    if (evidence != nullptr && evidence->stretch_from) {
      out += ",\"stretch_from\":\"";
      times().append(out, *evidence->stretch_from);
      out += '"';
    }
  }

  void append_parameter_array(std::string& out, const Look& look, const Cell* cells) const {
    char separator = '[';
    for (const Type& type : look.parameters) {
      out += separator;
      separator = ',';
      append_json_value(out, type, cells, symbols());
      cells += type.num_cells();
    }
    out += ']';
  }

  std::vector<Look> looks_;
  std::vector<VerdictRow> group_;
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
