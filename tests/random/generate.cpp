#include "random/generate.hpp"

#include <algorithm>

#include "random/conditional_streams.hpp"
#include "random/generate_streams.hpp"
#include "random/shards/keyed_streams.hpp"

namespace fairmon::random_cases {
namespace {

/// Times with ties, deadlines hit exactly, bursts and long gaps.
class Times {
 public:
  explicit Times(Rng& rng) : rng_(rng), style_(rng.below(4)) {}

  std::int64_t next() {
    constexpr std::int64_t kStep = 250'000'000;
    switch (style_ == 3 ? rng_.below(8) : rng_.below(4) + 2 * style_) {
      case 0:
        break;  // the same instant again
      case 1:
        now_ += 1;
        break;
      case 2:
        now_ += rng_.between(1, 200'000'000);
        break;
      case 3:
      case 4:
        now_ = (now_ / kStep + rng_.between(1, 3)) * kStep;  // on a deadline
        break;
      case 5:
        now_ = (now_ / kStep + 1) * kStep - 1;
        break;
      case 6:
        now_ += rng_.between(500'000'000, 4'000'000'000);
        break;
      default:
        now_ += rng_.between(1, 10) * 333'333'333;
        break;
    }
    return now_;
  }

 private:
  Rng& rng_;
  std::size_t style_;
  std::int64_t now_ = 0;
};

/// Values of the inputs, from pools that make keys meet again or not.
class Values {
 public:
  /// `far`: real numbers are so far apart that only exact sums agree in every order.
  Values(Rng& rng, bool far)
      : rng_(rng),
        keys_(rng.pick({1, 2, 3, 5, 5, 40, 2000})),
        absent_(rng.pick({0U, 10U, 40U})),
        far_(far) {}

  std::string field(const Input& input) {
    if (rng_.chance(absent_)) {
      return "";
    }
    if (input.name == "d") {
      return rng_.pick({"2025-11-25", "2025-11-26", "2025-11-27T12:00:00", "2025-12-01", "2026"});
    }
    switch (input.kind) {
      case Kind::Bool:
        return rng_.chance(60) ? "true" : "false";
      case Kind::Int:
        return integer(input.name == "id");
      case Kind::UInt:
        return std::to_string(rng_.between(0, 9));
      case Kind::Float:
        if (far_ && rng_.chance(60)) {
          return rng_.pick({"0.1", "-0.3", "1e16", "-1e16", "1e-16", "3.3333333333333335", "1e300",
                            "-1e300", "-1e-300", "5e-324"});
        }
        return rng_.chance(2)
                   ? rng_.pick({"inf", "-inf", "-0.0", "1000000.5"})
                   : std::to_string(rng_.between(-8, 16)) + rng_.pick({".0", ".25", ".5", ".75"});
      case Kind::String:
        return text();
      case Kind::Prob:
        return rng_.pick({"0", "1", "0.5", "0.25", "0.1", "0.999999999"});
      case Kind::Fixed:
        return rng_.pick({"0", "1.5", "-2.25", "0.001", "100.10", "-0.5", "3"});
      case Kind::Small:
        return rng_.chance(5) ? rng_.pick({"127", "-128"}) : std::to_string(rng_.between(-9, 40));
      case Kind::Bytes:
        return rng_.pick({"00", "FFEE", "4142", "0A0B0C0D"});
      case Kind::Time:
      case Kind::Duration:
        break;  // no input has them
    }
    return {};
  }

 private:
  std::string integer(bool key) {
    if (!key && rng_.chance(1)) {
      return rng_.pick({"9223372036854775807", "-9223372036854775808"});
    }
    return std::to_string(key ? rng_.between(0, keys_ - 1) : rng_.between(-3, 9));
  }
  std::string text() {
    if (rng_.chance(2)) {
      return std::string(300, 'y');
    }
    if (rng_.chance(3)) {
      return rng_.pick({"1970-01-01", "1970-01-01T00:00:03+01:00", "2024-02-30"});
    }
    return keys_ > 10 && rng_.chance(30) ? "k" + std::to_string(rng_.below(30))
                                         : rng_.pick({"A", "B", "C", "ä b"});
  }

  Rng& rng_;
  int keys_;
  unsigned absent_;
  bool far_;
};

/// Rows for a specification that is there already.
void add_trace(RandomCase& made, std::uint64_t seed, bool common) {
  Rng rng(~seed);
  Times times(rng);
  Values values(rng, !common && seed % 5 == 0);
  std::size_t num_rows = rng.chance(1) ? 200U : rng.pick({3U, 8U, 8U, 15U, 15U, 25U, 40U});
  if (made.model.long_history && rng.chance(30)) {
    num_rows = rng.pick({150U, 300U});
  }
  for (std::size_t i = 0; i < num_rows; ++i) {
    TraceModel::Row row;
    row.ns = times.next();
    const bool empty = rng.chance(2);  // only the time passes
    for (const Input& input : made.model.inputs) {
      row.fields.push_back(empty ? std::string() : values.field(input));
    }
    made.trace.rows.push_back(std::move(row));
  }
  made.report_errors = rng.chance(90);
}

}  // namespace

RandomCase generate(std::uint64_t seed, bool common) {
  Rng model_rng(seed / kTracesPerModel);
  RandomCase made;
  made.model = Streams(model_rng, common).make();
  add_trace(made, seed, common);
  return made;
}

RandomCase generate_conditional(std::uint64_t seed) {
  Rng model_rng(seed);
  RandomCase made;
  made.model = ConditionalStreams(model_rng).make();
  add_trace(made, seed, false);
  return made;
}

RandomCase generate_keyed(std::uint64_t seed) {
  Rng model_rng(seed);
  RandomCase made;
  made.model = KeyedStreams(model_rng).make();
  add_trace(made, seed, false);
  if (model_rng.chance(30)) {  // many events of one moment, which is that of deadlines too
    constexpr std::int64_t kGrid = 250'000'000;
    for (TraceModel::Row& row : made.trace.rows) {
      row.ns = (row.ns + kGrid - 1) / kGrid * kGrid;
    }
  }
  return made;
}

}  // namespace fairmon::random_cases
