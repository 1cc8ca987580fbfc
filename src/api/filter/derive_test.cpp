#include <fairmon/fairmon.hpp>
#include <fairmon/filter.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace fairmon {
namespace {

Spec make_spec(std::string_view text) {
  const Compiled compiled = compile(SourceFile("spec.lola", std::string(text)));
  EXPECT_TRUE(compiled.spec.has_value()) << render(compiled.diagnostics);
  return *compiled.spec;
}

std::string condition(std::string_view text) {
  return derive_filter(make_spec(text)).condition.to_string();
}

constexpr std::string_view kInputs =
    "input platform: String\n"
    "input language: String\n"
    "input ok: Bool\n"
    "input n: Int64\n";

std::string with_inputs(std::string_view streams) {
  return std::string(kInputs) + std::string(streams);
}

TEST(DeriveFilter, TestsOfTheEventAlone) {
  EXPECT_EQ(condition(with_inputs("output x eval when platform == \"A\" && n > 3 with ok\n")),
            "n > 3 && platform == \"A\"");
  EXPECT_EQ(condition(with_inputs("output x eval when platform == \"A\" with ok\n"
                                  "trigger ok && 3 >= n \"m\"\n")),
            "(n <= 3 && ok == true) || platform == \"A\"");
  EXPECT_EQ(condition(with_inputs("output x eval when !(platform != \"A\" || ok) with n\n")),
            "ok == false && platform == \"A\"");
}

TEST(DeriveFilter, ParametersPassedTheTestsOfTheirSpawn) {
  EXPECT_EQ(
      condition(with_inputs("output x(l)\n"
                            "  spawn when language == \"DE\" || language == \"IT\" with language\n"
                            "  eval when language == l && ok with n\n")),
      "((language == \"DE\" || language == \"IT\") && ok == true) || "
      "language == \"DE\" || language == \"IT\"");
}

TEST(DeriveFilter, CountersOfProbabilities) {
  EXPECT_EQ(
      condition(with_inputs(
          "output share(l)\n"
          "  spawn when platform == \"A\" && language != \"\" with language\n"
          "  eval @Global(1d) with prob(of: ok, given: language == l && platform == \"A\")\n")),
      "language != \"\" && platform == \"A\"");
}

TEST(DeriveFilter, NamesWhatStandsInTheWay) {
  const DerivedFilter derived =
      derive_filter(make_spec(with_inputs("output x eval when ok with n\n"
                                          "output y := n + 1\n"
                                          "output z @1s := language.hold(or: \"\")\n")));
  EXPECT_EQ(derived.condition.to_string(), "true");
  EXPECT_EQ(derived.needed_inputs, (std::vector<std::string>{"language", "ok", "n"}));
  ASSERT_EQ(derived.blockers.size(), 2U);
  EXPECT_EQ(derived.blockers[0].stream, "y");
  EXPECT_EQ(derived.blockers[1].stream, "z");
  EXPECT_EQ(derived.blockers[1].reason, "reads the latest value of language");
}

TEST(DeriveFilter, NothingBehindAFailure) {
  EXPECT_EQ(
      condition(with_inputs("output x eval when ok && 6 / n > 1 && platform == \"A\" with n\n")),
      "ok == true");
}

/// One event as the test sees it; an empty text is absent.
struct Event {
  std::int64_t ns = 0;
  std::string platform;
  std::string language;
  int ok = -1;
  int n = -1000;
};

bool passes(const Filter& filter, const Event& event) {
  const auto compare = [&](const auto& left, const auto& right) {
    switch (filter.test) {
      case FilterTest::Equal:
        return left == right;
      case FilterTest::NotEqual:
        return left != right;
      case FilterTest::Less:
        return left < right;
      case FilterTest::LessEqual:
        return left <= right;
      case FilterTest::Greater:
        return left > right;
      case FilterTest::GreaterEqual:
        return left >= right;
    }
    return true;
  };
  if (filter.kind == FilterKind::True) {
    return true;
  }
  if (filter.kind == FilterKind::And || filter.kind == FilterKind::Or) {
    const bool any = filter.kind == FilterKind::Or;
    for (const Filter& part : filter.parts) {
      if (passes(part, event) == any) {
        return any;
      }
    }
    return !any;
  }
  if (filter.input == "ok") {
    return event.ok >= 0 && compare(event.ok == 1, filter.constant.as<bool>());
  }
  if (filter.input == "n") {
    return event.n != -1000 && compare(std::int64_t{event.n}, filter.constant.as<std::int64_t>());
  }
  const std::string& text = filter.input == "platform" ? event.platform : event.language;
  return !text.empty() && compare(text, filter.constant.as<std::string>());
}

std::vector<Event> random_trace(unsigned seed) {
  std::mt19937 random(seed);
  const char* platforms[] = {"", "A", "B", "C"};
  const char* languages[] = {"", "DE", "IT", "EN", "FR"};
  std::vector<Event> trace;
  std::int64_t now = 0;
  for (int i = 0; i < 200; ++i) {
    now += static_cast<std::int64_t>(random() % 3) * 500'000'000;
    Event event{now, platforms[random() % 4], languages[random() % 5],
                static_cast<int>(random() % 3) - 1, static_cast<int>(random() % 9) - 2};
    event.n = random() % 6 == 0 ? -1000 : event.n;
    trace.push_back(std::move(event));
  }
  return trace;
}

std::string log_of(const Spec& spec, const std::vector<Event>& trace, std::int64_t end) {
  MonitorOptions options;
  options.on_error = ErrorPolicy::Report;
  auto monitor = Monitor::create(spec, options);
  EventBatch events(4);
  for (const Event& event : trace) {
    const std::size_t row = events.add_row(Timestamp{event.ns});
    if (!event.platform.empty()) {
      events.set(row, 0, monitor->symbols()->intern(event.platform));
    }
    if (!event.language.empty()) {
      events.set(row, 1, monitor->symbols()->intern(event.language));
    }
    if (event.ok >= 0) {
      events.set(row, 2, cell_of(event.ok == 1));
    }
    if (event.n != -1000) {
      events.set(row, 3, cell_of(std::int64_t{event.n}));
    }
  }
  VerdictBatch verdicts;
  EXPECT_TRUE(monitor->accept(events, verdicts).ok());
  EXPECT_TRUE(monitor->advance_to(Timestamp{end}, verdicts).ok());
  std::vector<std::string> lines;
  for (std::uint32_t s = 4; s < verdicts.streams.size(); ++s) {
    const StreamVerdicts& rows = verdicts.streams[s];
    const StreamInfo& info = spec.streams()[s];
    for (std::size_t i = 0; i < rows.num_rows(); ++i) {
      std::string line = std::to_string(verdicts.cycle_times[rows.cycle[i]].ns) + " " + info.name +
                         " " + std::to_string(static_cast<int>(rows.kind[i])) + " ";
      append_text(line, info.instance_type(), rows.parameters.data() + i * rows.cells_per_instance,
                  *monitor->symbols());
      append_text(line, info.type, rows.values.data() + i * rows.cells_per_value,
                  *monitor->symbols());
      lines.push_back(std::move(line));
    }
  }
  for (const EvaluationError& error : verdicts.errors) {
    lines.push_back(std::to_string(verdicts.cycle_times[error.cycle].ns) + " error " +
                    error.message);
  }
  // Instances of one cycle come in any order.
  std::sort(lines.begin(), lines.end());
  std::string log;
  for (const std::string& line : lines) {
    log += line + "\n";
  }
  return log;
}

TEST(DeriveFilter, LeavingOutEventsChangesNoVerdict) {
  const char* const specs[] = {
      "output x eval when platform == \"A\" && n > 3 with ok\n",
      "output x(l) spawn when language == \"DE\" || language == \"IT\" with language\n"
      "  eval when language == l && ok with n\n"
      "  close when n > 5 && language == \"DE\"\n",
      "output share(l) spawn when platform == \"A\" && language != \"EN\" with language\n"
      "  eval @Global(1s) with prob(of: ok, given: language == l && platform == \"A\")\n",
      "output share(l) spawn when platform == \"A\" with language\n"
      "  eval @Global(1s) with prob(of: ok, given: language == l && platform == \"A\", over: 3s)\n"
      "output gap @Global(2s) := share.aggregate(over_instances: all, using: max)"
      ".defaults(to: 0.0)\n",
      "output x eval when ok && 6 / n > 1 && platform == \"A\" with 10 / (n - 1)\n",
      "output p eval when platform == \"B\" with prob(of: ok, given: n > 2)\n"
      "trigger platform == \"B\" && p > 0.5 \"high\"\n",
      "output c: UInt64 eval when n < 0 || n >= 6 with c.last(or: 0) + 1\n"
      "output d @1s := c.aggregate(over: 4s, using: count)\n",
      "output u(q, l) spawn when platform != \"C\" && n > 4 with (platform, language)\n"
      "  eval when platform == q && language == l with prob(of: ok)\n"
      "  close @Local(7s)\n",
  };
  std::size_t left_out = 0;
  for (const char* text : specs) {
    const Spec spec = make_spec(with_inputs(text));
    const Filter filter = derive_filter(spec).condition;
    for (unsigned seed = 1; seed <= 10; ++seed) {
      const std::vector<Event> trace = random_trace(seed);
      std::vector<Event> filtered;
      std::copy_if(trace.begin(), trace.end(), std::back_inserter(filtered),
                   [&](const Event& event) { return passes(filter, event); });
      left_out += trace.size() - filtered.size();
      const std::int64_t end = trace.back().ns;
      EXPECT_EQ(log_of(spec, filtered, end), log_of(spec, trace, end))
          << text << filter.to_string();
    }
  }
  EXPECT_GT(left_out, 5000U);
}

}  // namespace
}  // namespace fairmon
