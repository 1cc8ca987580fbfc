// An input plugin: rolls a die once per second.
#include <fairmon/plugin.hpp>

#include <memory>
#include <random>
#include <utility>

namespace {

using namespace fairmon;

class DiceSource final : public EventSource {
 public:
  DiceSource(std::int64_t rolls, std::int64_t seed)
      : rolls_(rolls), random_(static_cast<std::uint32_t>(seed)) {}

  // A record has one field; the factory knows which input it feeds and checks its type.
  Result<void> open(const SourceContext& context) override {
    auto factory = EventFactory::bind(context, {"face"}, {}, {});
    if (!factory) {
      return std::move(factory).error();
    }
    factory_ = std::make_unique<EventFactory>(std::move(*factory));
    return {};
  }

  Result<ReadStatus> read(EventBatch& batch) override {
    while (!batch.full() && rolled_ < rolls_) {
      ++rolled_;
      factory_->begin(batch, Timestamp{rolled_ * 1'000'000'000});
      const auto face = static_cast<std::int64_t>(random_() % 6 + 1);
      if (auto set = factory_->set_integer(0, face); !set) {
        return Error(ErrorCode::Input, set.error());
      }
      factory_->end();
    }
    return rolled_ < rolls_ ? ReadStatus::More : ReadStatus::End;
  }

  std::optional<Timestamp> start_time() const override { return std::nullopt; }

  SourceProgress progress() const override {
    SourceProgress progress;
    progress.records = static_cast<std::uint64_t>(rolled_);
    progress.share = static_cast<double>(rolled_) / static_cast<double>(rolls_);
    return progress;
  }

 private:
  std::int64_t rolls_;
  std::int64_t rolled_ = 0;
  std::mt19937 random_;
  std::unique_ptr<EventFactory> factory_;
};

// Flags, help and documentation come from this table.
std::span<const OptionInfo> options() {
  static const std::vector<OptionInfo> kTable = [] {
    OptionInfo rolls;
    rolls.name = "rolls";
    rolls.kind = OptionKind::Integer;
    rolls.summary = "how often to roll";
    rolls.default_value = "10";
    rolls.placeholder = "N";
    OptionInfo seed = rolls;
    seed.name = "seed";
    seed.summary = "number the dice start from";
    seed.default_value = "1";
    return std::vector<OptionInfo>{rolls, seed};
  }();
  return kTable;
}

Result<std::unique_ptr<EventSource>> make(const OptionValues& values,
                                          const std::vector<std::string>&) {
  if (values.integer("rolls") < 1) {
    return Error(ErrorCode::Usage, "--rolls needs a number from 1 on");
  }
  return std::unique_ptr<EventSource>(
      std::make_unique<DiceSource>(values.integer("rolls"), values.integer("seed")));
}

}  // namespace

extern const fairmon::InputPlugin dice_plugin;
const fairmon::InputPlugin dice_plugin = {
    "dice", "rolls of a die, one per second", "Rolls a die; the field is `face`.\n", {}, options,
    make};
