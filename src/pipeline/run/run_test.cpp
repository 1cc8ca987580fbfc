#include <fairmon/pipeline.hpp>
#include <fairmon/spec.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

namespace fairmon {
namespace {

Spec compiled(const std::string& text) {
  const Compiled result = compile(SourceFile("test.lola", text));
  EXPECT_TRUE(result.spec.has_value()) << render(result.diagnostics);
  return *result.spec;
}

const char* const kSpec = "input a: Int64\noutput b := a * 2\ntrigger a == 7 \"seven\"\n";

/// Counts from 1, one event per second; may fail, or never end, after some rows.
class CountingSource final : public EventSource {
 public:
  explicit CountingSource(std::int64_t rows) : rows_(rows) {}
  std::int64_t fail_after = -1;
  bool endless = false;

  Result<void> open(const SourceContext& context) override {
    context_ = context;
    return {};
  }
  Result<ReadStatus> read(EventBatch& batch) override {
    while (!batch.full() && next_ < rows_) {
      if (next_ == fail_after) {
        return Error(ErrorCode::Input, "the source broke");
      }
      ++next_;
      batch.set(batch.add_row(Timestamp{next_ * 1'000'000'000}), 0, cell_of(next_));
    }
    if (next_ < rows_) {
      return ReadStatus::More;
    }
    return endless ? ReadStatus::Idle : ReadStatus::End;
  }
  [[nodiscard]] std::optional<Timestamp> start_time() const override { return std::nullopt; }
  [[nodiscard]] SourceProgress progress() const override { return {}; }

 private:
  std::int64_t rows_;
  std::int64_t next_ = 0;
  SourceContext context_;
};

/// Keeps the values of `b`; can be slow, and can fail.
class KeepingSink final : public VerdictSink {
 public:
  SinkManners wanted_manners = SinkManners::Block;
  std::chrono::milliseconds delay{0};
  std::size_t fail_after = static_cast<std::size_t>(-1);
  std::vector<std::int64_t> values;
  std::size_t largest = 0;  ///< rows of the largest batch
  bool closed = false;

  Result<void> open(const Spec& spec, const SinkContext& context) override {
    factory_ = std::make_unique<VerdictFactory>(spec, context);
    return {};
  }
  Result<void> write(const VerdictBatch& batch) override {
    std::this_thread::sleep_for(delay);
    std::vector<VerdictRow> rows;
    factory_->rows(batch, rows);
    largest = std::max(largest, rows.size());
    for (const VerdictRow& row : rows) {
      if (factory_->spec().streams()[row.stream].name == "b") {
        values.push_back(cell_int(*row.values));
      }
    }
    if (values.size() > fail_after) {
      return Error(ErrorCode::Output, "the disk is full");
    }
    return {};
  }
  Result<void> flush() override { return {}; }
  Result<void> close(const RunSummary&) override {
    closed = true;
    return {};
  }
  [[nodiscard]] SinkManners manners() const noexcept override { return wanted_manners; }
  [[nodiscard]] VerdictSelection selection() const override {
    VerdictSelection selection;
    selection.verbosity = Verbosity::Outputs;
    return selection;
  }

 private:
  std::unique_ptr<VerdictFactory> factory_;
};

PipelineOptions small_batches(bool threads) {
  PipelineOptions options;
  options.batch_rows = 16;
  options.threads = threads;
  return options;
}

TEST(Pipeline, DeliversEverythingInOrder) {
  for (const bool threads : {false, true}) {
    CountingSource source(1000);
    KeepingSink fast;
    KeepingSink slow;
    slow.delay = std::chrono::milliseconds(1);
    const RunSummary summary =
        run_pipeline(compiled(kSpec), source, {&fast, &slow}, small_batches(threads));
    EXPECT_FALSE(summary.error.has_value());
    EXPECT_EQ(summary.num_events, 1000U);
    EXPECT_EQ(summary.trigger_counts, std::vector<std::uint64_t>{1});
    ASSERT_EQ(fast.values.size(), 1000U);
    EXPECT_EQ(fast.values.back(), 2000);
    EXPECT_EQ(slow.values, fast.values);
    EXPECT_TRUE(fast.closed && slow.closed);
  }
}

TEST(Pipeline, SinksThatDropNeverHoldTheRunUpNorMixTheOrder) {
  for (const SinkManners manners : {SinkManners::DropOldest, SinkManners::Latest}) {
    CountingSource source(5000);
    KeepingSink sink;
    sink.wanted_manners = manners;
    sink.delay = std::chrono::milliseconds(2);
    const RunSummary summary = run_pipeline(compiled(kSpec), source, {&sink}, small_batches(true));
    EXPECT_FALSE(summary.error.has_value());
    EXPECT_LT(sink.values.size(), 5000U);
    EXPECT_TRUE(std::is_sorted(sink.values.begin(), sink.values.end()));
    EXPECT_EQ(sink.values.back(), 10'000);
  }
}

TEST(Pipeline, VerdictsDoNotPileUp) {
  // 1,000 deadlines follow every event.
  const char* const often = "input a: Int64\noutput b @1kHz := a.hold(or: 0)\n";
  CountingSource source(600);
  KeepingSink sink;
  PipelineOptions options;
  options.batch_rows = 4096;
  const RunSummary summary = run_pipeline(compiled(often), source, {&sink}, options);
  EXPECT_FALSE(summary.error.has_value());
  EXPECT_EQ(sink.values.size(), 600'000U);
  EXPECT_TRUE(std::is_sorted(sink.values.begin(), sink.values.end()));
  EXPECT_LT(sink.largest, 150'000U);
}

TEST(Pipeline, ReportsErrorsAfterWhatWasDecided) {
  for (const bool threads : {false, true}) {
    CountingSource source(1000);
    source.fail_after = 100;
    KeepingSink sink;
    const RunSummary summary =
        run_pipeline(compiled(kSpec), source, {&sink}, small_batches(threads));
    ASSERT_TRUE(summary.error.has_value());
    EXPECT_EQ(summary.error->message, "the source broke");
    EXPECT_EQ(sink.values.size(), 100U);
    EXPECT_TRUE(sink.closed);
  }
}

TEST(Pipeline, EndsWhenASinkFails) {
  for (const bool threads : {false, true}) {
    CountingSource source(100'000);
    KeepingSink sink;
    sink.fail_after = 50;
    const RunSummary summary =
        run_pipeline(compiled(kSpec), source, {&sink}, small_batches(threads));
    ASSERT_TRUE(summary.error.has_value());
    EXPECT_EQ(summary.error->message, "the disk is full");
    EXPECT_LT(sink.values.size(), 100'000U);
  }
}

/// Has a thread of its own that goes on talking when the run is over.
class TalkingSource final : public EventSource {
 public:
  ~TalkingSource() override {
    quiet_ = true;
    thread_.join();
  }
  Result<void> open(const SourceContext& context) override {
    thread_ = std::thread([this, context] {
      while (!quiet_) {
        context.waiting("for the world");
        stopped = stopped || context.stop->load();
      }
    });
    return {};
  }
  Result<ReadStatus> read(EventBatch& /*batch*/) override { return ReadStatus::End; }
  [[nodiscard]] std::optional<Timestamp> start_time() const override { return std::nullopt; }
  [[nodiscard]] SourceProgress progress() const override { return {}; }
  std::atomic<bool> stopped = false;

 private:
  std::atomic<bool> quiet_ = false;
  std::thread thread_;
};

TEST(Pipeline, ASourceMayTalkAfterTheRun) {
  TalkingSource source;
  const RunSummary summary = run_pipeline(compiled(kSpec), source, {}, small_batches(true));
  EXPECT_FALSE(summary.error.has_value());
  for (int i = 0; i < 1'000 && !source.stopped; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_TRUE(source.stopped) << "and hears that it is over";
}

TEST(Pipeline, StopsWhenAsked) {
  for (const bool threads : {false, true}) {
    CountingSource source(100);
    source.endless = true;
    KeepingSink sink;
    std::atomic<bool> stop = false;
    PipelineOptions options = small_batches(threads);
    options.stop = &stop;
    std::thread stopper([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      stop = true;
    });
    const RunSummary summary = run_pipeline(compiled(kSpec), source, {&sink}, options);
    stopper.join();
    EXPECT_TRUE(summary.interrupted);
    EXPECT_EQ(sink.values.size(), 100U);
  }
}

}  // namespace
}  // namespace fairmon
