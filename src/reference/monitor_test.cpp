#include "reference/monitor.hpp"

#include <gtest/gtest.h>

#include <string>

#include "ir/text.hpp"
#include "ir/verify.hpp"

namespace fairmon::reference {
namespace {

struct Row {
  double time;
  std::vector<Value> values;  ///< absent ones are empty
};

/// Runs a textual program and lists values, spawns and closes of outputs, one per line.
class Runner {
 public:
  explicit Runner(std::string_view text, ErrorPolicy policy = ErrorPolicy::Stop) {
    auto read = ir::read(text);
    EXPECT_TRUE(read.ok()) << (read.ok() ? "" : read.error().to_string());
    program_ = std::make_shared<const ir::Program>(std::move(read).value());
    for (const std::string& complaint : ir::verify(*program_)) {
      ADD_FAILURE() << complaint;
    }
    options_.symbols = std::make_shared<SymbolTable>();
    options_.on_error = policy;
    monitor_ = make_monitor(program_, options_);
  }

  std::string run(const std::vector<Row>& rows) {
    VerdictBatch verdicts;
    Result<void> done;
    for (const Row& row : rows) {
      EventBatch batch(program_->num_inputs);
      batch.add_row(Timestamp{static_cast<std::int64_t>(row.time * 1e9)});
      for (std::size_t i = 0; i < row.values.size(); ++i) {
        if (!row.values[i].absent()) {
          Cell cell = 0;
          value_to_cells(program_->streams[ir::StreamId(i)].type, row.values[i], &cell,
                         *options_.symbols);
          batch.set(0, i, cell);
        }
      }
      done = monitor_->accept(batch, verdicts);
      if (!done) {
        break;
      }
      // Saving and restoring between any two events must not show.
      std::string bytes;
      monitor_->save(bytes);
      monitor_ = make_monitor(program_, options_);
      EXPECT_TRUE(monitor_->restore(bytes).ok());
      EXPECT_FALSE(monitor_->restore(std::string_view(bytes).substr(0, bytes.size() / 2)).ok());
      EXPECT_TRUE(monitor_->restore(bytes).ok());
    }
    if (done) {
      done = monitor_->finish(verdicts);
    }
    std::string shown = show(verdicts);
    return done ? shown : shown + "stopped: " + done.error().message + "\n";
  }

 private:
  std::string show(const VerdictBatch& verdicts) {
    std::string out;
    for (std::uint32_t cycle = 0; cycle < verdicts.cycle_times.size(); ++cycle) {
      for (std::size_t s = program_->num_inputs; s < verdicts.streams.size(); ++s) {
        show_stream(out, verdicts, cycle, s);
      }
      for (const EvaluationError& error : verdicts.errors) {
        if (error.cycle == cycle) {
          out += time_text(verdicts, cycle) + "error " + name(error.stream) + ": " + error.message +
                 "\n";
        }
      }
    }
    return out;
  }
  std::string name(std::size_t s) { return program_->streams[ir::StreamId(s)].name; }
  static std::string time_text(const VerdictBatch& verdicts, std::uint32_t cycle) {
    return to_text(Type::floating(),
                   Value(static_cast<double>(verdicts.cycle_times[cycle].ns) / 1e9)) +
           " ";
  }
  void show_stream(std::string& out, const VerdictBatch& verdicts, std::uint32_t cycle,
                   std::size_t s) {
    const ir::Stream& stream = program_->streams[ir::StreamId(s)];
    const StreamVerdicts& column = verdicts.streams[s];
    for (std::size_t row = 0; row < column.num_rows(); ++row) {
      if (column.cycle[row] != cycle) {
        continue;
      }
      out += time_text(verdicts, cycle) + stream.name;
      if (column.cells_per_instance > 0) {
        out += stream.parameters.size() == 1 ? "(" : "";
        append_text(out, stream.instance_type(),
                    &column.parameters[row * column.cells_per_instance], *options_.symbols, false);
        out += stream.parameters.size() == 1 ? ")" : "";
      }
      if (column.kind[row] == ChangeKind::Value) {
        out += "=";
        append_text(out, stream.type, &column.values[row * column.cells_per_value],
                    *options_.symbols);
      } else {
        out += column.kind[row] == ChangeKind::Spawn ? " spawn" : " close";
      }
      out += "\n";
    }
  }

  std::shared_ptr<const ir::Program> program_;
  MonitorOptions options_;
  std::unique_ptr<MonitorBody> monitor_;
};

Value i(std::int64_t x) { return Value(x); }

TEST(Reference, CountsAndReadsItself) {
  Runner r(R"(
input a: Int64
output n: Int64
  eval @event(a) with add(defaults(offset(n, 1), 0), 1)
output previous: Int64
  eval @event(a) with defaults(offset(a, 1), -1)
)");
  EXPECT_EQ(r.run({{0, {i(5)}}, {1, {Value()}}, {2, {i(7)}}}),
            "0 n=1\n0 previous=-1\n2 n=2\n2 previous=5\n");
}

TEST(Reference, EventsComeBeforeDeadlinesAndNothingAfterTheLastEvent) {
  Runner r(R"(
input a: Int64
output held: Int64
  eval @global(1s) with defaults(hold(a), 0)
)");
  EXPECT_EQ(r.run({{0, {i(1)}}, {1, {i(2)}}, {2.5, {i(3)}}, {3, {i(4)}}, {3, {i(5)}}}),
            "1 held=2\n2 held=2\n3 held=5\n");
}

TEST(Reference, ThirdsOfASecondDoNotDrift) {
  Runner r(R"(
input a: Int64
output tick: Int64
  eval @global(1000000000/3ns) with defaults(hold(a), 0)
)");
  EXPECT_EQ(r.run({{1, {i(1)}}}), "0.333333333 tick=0\n0.666666666 tick=0\n1 tick=1\n");
}

TEST(Reference, WindowsAreOpenAtTheirOldEnd) {
  Runner r(R"(
input a: Int64
output n: UInt64
  eval @global(1s) with window(w0)
output full: UInt64
  eval @global(1s) with defaults(window(w1), 99u)
output recent: Bool
  eval @event(a) with window(w2)
output three: Int64
  eval @event(a) with window(w3)
window w0: UInt64 = sliding a over 2s using count from run caller n @global(1s)
window w1: UInt64? = sliding a over 2s using count exact from run caller full @global(1s)
window w2: Bool = occurrence a over 1s from run caller recent @event(a)
window w3: Int64 = discrete a over 2 using sum from run caller three @event(a)
)");
  EXPECT_EQ(r.run({{0, {i(1)}}, {1, {i(2)}}, {2, {i(4)}}}),
            "0 recent=true\n0 three=1\n1 recent=true\n1 three=3\n1 n=2\n1 full=99\n"
            "2 recent=true\n2 three=6\n2 n=2\n2 full=2\n");
}

TEST(Reference, SpawnCloseRespawn) {
  Runner r(R"(
input id: Int64
output s(i: Int64): Int64
  spawn @event(id) when less(sync(id), 9) with sync(id)
  eval @event(id) when eq(sync(id), $0) with add(defaults(offset(s, 1, $0), 0), 1)
  close @event(id) when eq(sync(id), 9)
output living: UInt64
  eval @event(id) with instances(a0)
instances a0: UInt64 = all s using count
)");
  EXPECT_EQ(r.run({{0, {i(1)}}, {1, {i(1)}}, {2, {i(2)}}, {3, {i(9)}}, {4, {i(1)}}}),
            "0 s(1) spawn\n0 s(1)=1\n0 living=1\n1 s(1)=2\n1 living=1\n"
            "2 s(2) spawn\n2 s(2)=1\n2 living=2\n"
            "3 s(1) close\n3 s(2) close\n3 living=2\n"
            "4 s(1) spawn\n4 s(1)=1\n4 living=1\n");
}

TEST(Reference, LocalClocksBeginAtTheSpawn) {
  Runner r(R"(
input id: Int64
output s(i: Int64): UInt64
  spawn @event(id) with sync(id)
  eval @local(1s) with window(w0)
  close @local(2s)
window w0: UInt64 = sliding id over 5s using count from spawn caller s @local(1s)
)");
  EXPECT_EQ(r.run({{0.5, {i(1)}}, {1, {Value()}}, {3, {i(1)}}}),
            "0.5 s(1) spawn\n1.5 s(1)=1\n2.5 s(1)=1\n2.5 s(1) close\n3 s(1) spawn\n");
}

TEST(Reference, ErrorsStopOrAreReported) {
  const char* text = R"(
input a: Int64
output q: Int64
  eval @event(a) with divide(10, sync(a))
output r: Int64
  eval @event(a) with add(sync(q), 1)
)";
  EXPECT_EQ(Runner(text).run({{0, {i(2)}}, {1, {i(0)}}, {2, {i(5)}}}),
            "0 q=5\n0 r=6\n1 error q: division by zero\n"
            "stopped: `q` at 1s: division by zero\n");
  EXPECT_EQ(Runner(text, ErrorPolicy::Report).run({{0, {i(2)}}, {1, {i(0)}}, {2, {i(5)}}}),
            "0 q=5\n0 r=6\n1 error q: division by zero\n2 q=2\n2 r=3\n");
}

}  // namespace
}  // namespace fairmon::reference
