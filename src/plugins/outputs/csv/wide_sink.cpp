#include <utility>

#include "plugins/outputs/csv/csv_sinks.hpp"
#include "plugins/writing/csv_text.hpp"

namespace fairmon::plugins::csv_output {

namespace {

class WideSink final : public RowSink {
 public:
  using RowSink::RowSink;

 protected:
  Result<void> begin(const Spec& spec, std::string& out) override {
    if (common().selection.verbosity == Verbosity::Debug) {
      return Error(ErrorCode::Usage,
                   "the wide CSV layout cannot show verbosity debug; use --output-format json, or "
                   "the long layout");
    }
    out += "time";
    const auto streams = spec.streams();
    column_of_.assign(streams.size(), 0);
    for (std::uint32_t i = 0; i < streams.size(); ++i) {
      if (!factory().wants(i) || streams[i].tells != StreamInfo::Tells::Nothing) {
        continue;
      }
      if (!streams[i].parameters.empty()) {
        return Error(ErrorCode::Usage,
                     "the wide CSV layout cannot hold the parameterised stream `" +
                         streams[i].name +
                         "`; use --output csv --layout long, or show fewer streams");
      }
      out += ',';
      append_csv_field(out, streams[i].name);
      column_of_[i] = num_columns_++;
      types_.push_back(streams[i].type);
    }
    out += '\n';
    if (num_columns_ == 0) {
      out.clear();  // a table without columns has no header either
    }
    cells_.resize(num_columns_);
    return {};
  }

  void format(const std::vector<VerdictRow>& rows, std::string& out) override {
    for (std::size_t at = 0; at < rows.size();) {
      const std::uint32_t cycle = rows[at].cycle;
      const Timestamp time = rows[at].time;
      cells_.assign(num_columns_, nullptr);
      bool any = false;
      for (; at < rows.size() && rows[at].cycle == cycle; ++at) {
        if (rows[at].kind == ChangeKind::Value && rows[at].error == nullptr) {
          cells_[column_of_[rows[at].stream]] = rows[at].values;
          any = true;
        }
      }
      if (any) {
        append_line(out, time);
      }
    }
  }

 private:
  void append_line(std::string& out, Timestamp time) {
    times().append(out, time);
    for (std::size_t column = 0; column < num_columns_; ++column) {
      out += ',';
      if (cells_[column] == nullptr) {
        out += '#';
        continue;
      }
      scratch_.clear();
      append_text(scratch_, types_[column], cells_[column], symbols(), false);
      append_csv_field(out, scratch_);
    }
    out += '\n';
  }

  std::vector<std::size_t> column_of_;
  std::vector<Type> types_;
  std::vector<const Cell*> cells_;
  std::size_t num_columns_ = 0;
  std::string scratch_;
};

}  // namespace

std::unique_ptr<VerdictSink> make_wide_sink(CommonOutput common, std::string target) {
  return std::make_unique<WideSink>(std::move(common), std::move(target));
}

}  // namespace fairmon::plugins::csv_output
