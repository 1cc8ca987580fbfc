#include <fairmon/pipeline.hpp>
#include <fairmon/spec.hpp>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fairmon {
namespace {

/// Counts from 1 on up to what is there, and goes on from a position.
class GrowingSource final : public EventSource {
 public:
  explicit GrowingSource(std::int64_t rows, bool can_resume = true)
      : rows_(rows), can_resume_(can_resume) {}
  Result<void> open(const SourceContext&) override { return {}; }
  Result<ReadStatus> read(EventBatch& batch) override {
    while (!batch.full() && next_ < rows_) {
      ++next_;
      batch.set(batch.add_row(Timestamp{next_ * 1'000'000'000}), 0, cell_of(next_));
    }
    return next_ < rows_ ? ReadStatus::More : ReadStatus::End;
  }
  [[nodiscard]] std::optional<Timestamp> start_time() const override { return std::nullopt; }
  [[nodiscard]] SourceProgress progress() const override { return {}; }
  [[nodiscard]] std::string position() const override {
    return can_resume_ ? std::to_string(next_) : std::string();
  }
  Result<void> seek(std::string_view position) override {
    next_ = std::stoll(std::string(position));
    return {};
  }

 private:
  std::int64_t rows_;
  std::int64_t next_ = 0;
  bool can_resume_;
};

/// What outlives the runs.
struct Store {
  std::vector<std::int64_t> values;
  std::optional<std::string> state;
  int saves = 0;
};

/// Values become visible with a state, or not at all.
class CommittingSink final : public VerdictSink, public StateKeeper {
 public:
  explicit CommittingSink(Store& store, int fail_at = -1) : store_(store), fail_at_(fail_at) {}
  Result<void> open(const Spec& spec, const SinkContext& context) override {
    factory_ = std::make_unique<VerdictFactory>(spec, context);
    return {};
  }
  Result<void> write(const VerdictBatch& batch) override {
    std::vector<VerdictRow> rows;
    factory_->rows(batch, rows);
    for (const VerdictRow& row : rows) {
      pending_.push_back(cell_int(*row.values));
    }
    return {};
  }
  Result<void> flush() override { return {}; }
  Result<void> close(const RunSummary&) override { return {}; }
  [[nodiscard]] VerdictSelection selection() const override {
    VerdictSelection selection;
    selection.verbosity = Verbosity::Outputs;
    return selection;
  }
  [[nodiscard]] StateKeeper* keeper() override { return this; }
  [[nodiscard]] Result<std::optional<std::string>> load() override { return store_.state; }
  Result<void> save(std::string_view state, std::string_view) override {
    if (store_.saves == fail_at_) {
      return Error(ErrorCode::Network, "the line is dead");
    }
    ++store_.saves;
    store_.state = std::string(state);
    store_.values.insert(store_.values.end(), pending_.begin(), pending_.end());
    pending_.clear();
    return {};
  }
  [[nodiscard]] std::string place() const override { return "the memory"; }

 private:
  Store& store_;
  int fail_at_;
  std::vector<std::int64_t> pending_;
  std::unique_ptr<VerdictFactory> factory_;
};

Spec summing() {
  return *compile(SourceFile("test.lola",
                             "input a: Int64\n"
                             "output b := b.offset(by: -1).defaults(to: 0) + a\n"))
              .spec;
}

std::optional<Error> run_once(Store& store, std::int64_t rows, int fail_at = -1) {
  GrowingSource source(rows);
  CommittingSink sink(store, fail_at);
  PipelineOptions options;
  options.batch_rows = 8;
  options.checkpoint_every_events = 20;
  return run_pipeline(summing(), source, {&sink}, options).error;
}

}  // namespace

TEST(Keeper, StartsGoOnAndFailuresTakeBackWhatWasNotSaved) {
  Store whole;
  EXPECT_FALSE(run_once(whole, 200).has_value());
  ASSERT_EQ(whole.values.size(), 200U);
  EXPECT_EQ(whole.values.back(), 200 * 201 / 2);

  Store pieces;
  for (const std::int64_t rows : {50, 50, 120, 200}) {
    EXPECT_FALSE(run_once(pieces, rows).has_value());
    EXPECT_EQ(pieces.values.size(), static_cast<std::size_t>(rows));
  }
  EXPECT_EQ(pieces.values, whole.values);

  Store broken;
  for (const int fail_at : {3, 6, 9}) {
    EXPECT_TRUE(run_once(broken, 200, fail_at).has_value());
  }
  EXPECT_GT(broken.values.size(), 100U);
  EXPECT_LT(broken.values.size(), 200U);
  EXPECT_FALSE(run_once(broken, 200).has_value());
  EXPECT_EQ(broken.values, whole.values);
}

TEST(Keeper, RefusesWhatItCannotKeep) {
  Store store;
  CommittingSink sink(store);
  CommittingSink second(store);
  const auto error_of = [&](EventSource& source, const std::vector<VerdictSink*>& sinks,
                            const PipelineOptions& options) {
    const auto error = run_pipeline(summing(), source, sinks, options).error;
    return error ? error->message : std::string();
  };
  GrowingSource source(10);
  GrowingSource once(10, false);
  PipelineOptions with_file;
  with_file.checkpoint_file = "never-written";
  PipelineOptions to_the_end;
  to_the_end.at_end = true;
  EXPECT_NE(error_of(source, {&sink, &second}, {}).find("one can"), std::string::npos);
  EXPECT_NE(error_of(source, {&sink}, with_file).find("--checkpoint"), std::string::npos);
  EXPECT_NE(error_of(source, {&sink}, to_the_end).find("--at-end"), std::string::npos);
  EXPECT_NE(error_of(once, {&sink}, {}).find("cannot be resumed"), std::string::npos);
  EXPECT_TRUE(store.values.empty());
}

}  // namespace fairmon
