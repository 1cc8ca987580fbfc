#include <utility>

#include "plugins/outputs/csv/csv_sinks.hpp"
#include "plugins/writing/csv_text.hpp"
#include "plugins/writing/instance_text.hpp"

namespace fairmon::plugins::csv_output {

namespace {

class LongSink final : public RowSink {
 public:
  using RowSink::RowSink;

 protected:
  Result<void> begin(const Spec& spec, std::string& out) override {
    out += common().evidence ? "time,stream,instance,value,lower,upper,n,stretch_from\n"
                             : "time,stream,instance,value\n";
    for (const StreamInfo& stream : spec.streams()) {
      Look look{{}, stream.type, parameter_types(stream)};
      append_csv_field(look.name, stream.name);
      looks_.push_back(std::move(look));
    }
    return {};
  }

  void format(const std::vector<VerdictRow>& rows, std::string& out) override {
    for (const VerdictRow& row : rows) {
      const Look& look = looks_[row.stream];
      times().append(out, row.time);
      out += ',';
      out += look.name;
      out += ',';
      append_instance(out, look, row);
      out += ',';
      append_change(out, look, row);
      if (common().evidence) {
        append_evidence(out, row.evidence);
      }
      out += '\n';
    }
  }

 private:
  struct Look {
    std::string name;
    Type type;
    std::vector<Type> parameters;
  };

  /// Parameters side by side, without the parentheses of a tuple.
  void append_instance(std::string& out, const Look& look, const VerdictRow& row) {
    scratch_.clear();
    append_parameters(scratch_, look.parameters, row.parameters, symbols());
    append_csv_field(out, scratch_);
  }

  void append_evidence(std::string& out, const ValueEvidence* evidence) {
    for (const bool low : {true, false}) {
      const auto end = evidence == nullptr ? std::optional<double>()
                       : low               ? evidence->lower
                                           : evidence->upper;
      out += ',';
      if (end) {
        const Cell cell = cell_of(*end);
        append_text(out, Type::floating(), &cell, symbols(), false);
      }
    }
    out += ',';
    out += evidence != nullptr && evidence->trials ? std::to_string(*evidence->trials) : "";
    out += ',';
    if (evidence != nullptr && evidence->stretch_from) {
      times().append(out, *evidence->stretch_from);
    }
  }

  void append_change(std::string& out, const Look& look, const VerdictRow& row) {
    scratch_.clear();
    if (row.error != nullptr) {
      scratch_ = "error: " + row.error->message;
    } else if (row.kind != ChangeKind::Value) {
      scratch_ = row.kind == ChangeKind::Spawn ? "spawn" : "close";
    } else if (is_judgement(row)) {
      scratch_ = judgement_in(row);
    } else {
      append_text(scratch_, look.type, row.values, symbols(), false);
    }
    append_csv_field(out, scratch_);
  }

  std::vector<Look> looks_;
  std::string scratch_;
};

}  // namespace

std::unique_ptr<VerdictSink> make_long_sink(CommonOutput common, std::string target) {
  return std::make_unique<LongSink>(std::move(common), std::move(target));
}

}  // namespace fairmon::plugins::csv_output
