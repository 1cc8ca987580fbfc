#pragma once

#include <fairmon/episodes.hpp>
#include <fairmon/verdict_sink.hpp>

#include <algorithm>
#include <optional>
#include <string>

namespace fairmon::cli {

/// Prints nothing; knows at the end whether the condition of a trigger still holds.
class EpisodeWatch final : public VerdictSink {
 public:
  Result<void> open(const Spec& spec, const SinkContext& context) override {
    reader_.emplace(spec, context.symbols);
    return {};
  }
  Result<void> write(const VerdictBatch& batch) override {
    if (reader_->concerns(batch)) {
      reader_->read(batch, log_);
    }
    return {};
  }
  Result<void> flush() override { return {}; }
  Result<void> close(const RunSummary&) override { return {}; }
  [[nodiscard]] VerdictSelection selection() const override {
    VerdictSelection selection;
    selection.verbosity = Verbosity::Violations;
    selection.episodes = true;
    return selection;
  }
  [[nodiscard]] std::string position() const override {
    std::string text;
    log_.save(text);
    reader_->save(text);
    return text;
  }
  Result<void> rewind(std::string_view position) override {
    if (!log_.load(position) || !reader_->load(position, log_)) {
      return Error(ErrorCode::Checkpoint,
                   "the checkpoint was taken without --fail-on-trigger=end; resume with the same "
                   "flags");
    }
    return {};
  }
  [[nodiscard]] bool mark_symbols(SymbolMarks& alive) const override {
    reader_->mark_symbols(alive);
    return true;
  }
  [[nodiscard]] bool any_open() const {
    return std::any_of(log_.episodes().begin(), log_.episodes().end(),
                       [](const Episode& episode) { return episode.open(); });
  }

 private:
  EpisodeLog log_{false};
  std::optional<EpisodeReader> reader_;
};

}  // namespace fairmon::cli
