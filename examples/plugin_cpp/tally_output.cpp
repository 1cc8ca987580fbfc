// An output plugin: counts the values of every stream shown and prints the counts at the end.
#include <fairmon/plugin.hpp>

#include <cstdio>
#include <memory>
#include <optional>
#include <vector>

namespace {

using namespace fairmon;

class TallySink final : public VerdictSink {
 public:
  Result<void> open(const Spec& spec, const SinkContext& context) override {
    factory_.emplace(spec, context);
    counts_.assign(spec.streams().size(), 0);
    return {};
  }
  // The factory picks what this sink wants to see and puts it in order.
  Result<void> write(const VerdictBatch& batch) override {
    factory_->rows(batch, rows_);
    for (const VerdictRow& row : rows_) {
      counts_[row.stream] += row.kind == ChangeKind::Value ? 1 : 0;
    }
    return {};
  }
  Result<void> flush() override { return {}; }
  Result<void> close(const RunSummary&) override {
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      if (counts_[i] > 0) {
        std::printf("%s: %llu\n", factory_->spec().streams()[i].name.c_str(), counts_[i]);
      }
    }
    return {};
  }
  VerdictSelection selection() const override {
    VerdictSelection selection;
    selection.verbosity = Verbosity::Outputs;
    return selection;
  }

 private:
  std::optional<VerdictFactory> factory_;
  std::vector<VerdictRow> rows_;
  std::vector<unsigned long long> counts_;
};

std::span<const OptionInfo> options() { return {}; }

Result<std::unique_ptr<VerdictSink>> make(const OptionValues&, const std::string&) {
  return std::unique_ptr<VerdictSink>(std::make_unique<TallySink>());
}

}  // namespace

extern const fairmon::OutputPlugin tally_plugin;
const fairmon::OutputPlugin tally_plugin = {"tally", "number of values per stream",
                                            "Prints how many values each stream had.\n", options,
                                            make};
