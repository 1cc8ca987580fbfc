#pragma once

#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "ir/builder.hpp"
#include "ir/evidence/evidence.hpp"

namespace fairmon::ir::evidence {

/// The low and the high end of a value; of a Bool: whether it is certain, and whether it is
/// possible.
struct Ends {
  ExprId low;
  ExprId high;
};
struct EndStreams {
  StreamId low;
  StreamId high;
};

/// What each unit of a statement may spend.
struct Spending {
  double share = 0.0;
  std::uint32_t groups = 0;
  std::uint32_t scale = 0;  ///< of the block that is looked at; 0: the whole history
  std::uint32_t clock = 0;  ///< which of the clocks tells the block
  friend auto operator<=>(const Spending&, const Spending&) = default;
};

/// A comparison of two rates, or of all instances of one, as a joint bound decides it.
struct JointRate {
  const Place* place = nullptr;
  ExprId hits;
  ExprId trials;
  std::vector<ExprId> instance;
};
struct Joint {
  enum class Kind : std::uint8_t { Pair, Distance, All, Elsewhere };
  Kind kind = Kind::Pair;
  bool more = true;     ///< "differ by more than the margin", else "by less"
  double margin = 0.0;  ///< of a − b
  JointRate a;
  JointRate b;
  ExprId members;   ///< All: the aggregation of the largest, whose instances are compared
  StreamId stream;  ///< Elsewhere: the stream in step whose value is the difference
  std::vector<ExprId> instance;
};

/// Makes companions; its members stand in one file per concern.
class Companions {
 public:
  Companions(Program& program, const Notes& notes);
  Added run();

 private:
  // uncertain.cpp
  void find_uncertain_streams();
  [[nodiscard]] bool is_uncertain(ExprId id);
  [[nodiscard]] Interval range_of(ExprId id, int depth = 0);
  [[nodiscard]] Interval range_of_stream(StreamId stream, int depth);

  // ends.cpp
  Ends ends(ExprId id, StreamId owner, const Spending& spending);
  Ends make_ends(ExprId id, StreamId owner, const Spending& spending);
  Ends ends_of_access(ExprId id, StreamId owner, const Spending& spending);
  Ends ends_of_window(ExprId id, StreamId owner, const Spending& spending);
  Ends ends_of_instances(ExprId id, StreamId owner, const Spending& spending);
  Ends ends_of_call(ExprId id, StreamId owner, const Spending& spending);
  Ends ends_of_choice(ExprId id, StreamId owner, const Spending& spending);
  Ends ends_of_equality(ExprId id, StreamId owner, const Spending& spending);
  Ends ends_of_defaults(ExprId id, StreamId owner, const Spending& spending);
  Ends ends_of_parts(ExprId id, StreamId owner, const Spending& spending);
  Ends anything(const Type& type, Interval range);
  ExprId real_constant(const Type& type, double value);
  ExprId outward(ExprId end, const Type& type, bool low);

  // places.cpp
  Ends ends_of_place(ExprId id, const Place& place, StreamId owner, const Spending& spending);
  ExprId within_range(const Place& place, Interval range, StreamId owner);
  ExprId share_of(const Place& place, StreamId owner, const Spending& spending);
  ExprId rank_of(StreamId life, std::vector<ExprId> instance);
  ExprId rank_at_trials(StreamId life, std::vector<ExprId> instance);
  StreamId rank_stream(StreamId life);
  StreamId known_rank_stream(StreamId life);
  ExprId births_so_far(StreamId life, StreamId rank, const std::vector<ExprId>& key);
  EvalClause at_birth(StreamId life, StreamId owner, const std::vector<ExprId>& key);
  StreamId tick_stream(const Place& place);
  [[nodiscard]] bool has_many_births(StreamId life) const;

  // streams.cpp
  EndStreams companion(StreamId stream, const Spending& spending);
  StreamId add_hidden(StreamId origin, const char* purpose, const Type& type, bool spawned);
  void copy_life(StreamId from, StreamId to);
  ExprId copy(ExprId id, StreamId owner);
  std::vector<ExprId> own_parameters(StreamId stream);

  // joint.cpp
  [[nodiscard]] std::optional<Joint> find_joint(ExprId comparison);
  [[nodiscard]] std::optional<Joint> joint_of_difference(ExprId difference, bool more,
                                                         double margin);
  [[nodiscard]] std::optional<JointRate> rate_in(ExprId id);
  [[nodiscard]] std::optional<ExprId> extreme_in(ExprId id, const char* aggregate);
  [[nodiscard]] const Place* place_of_stream(StreamId stream) const;
  [[nodiscard]] bool is_keyed(const Place& place);
  [[nodiscard]] bool exclude_each_other(const JointRate& a, const JointRate& b);
  [[nodiscard]] std::vector<ExprId> trial_conditions(const Place& place);
  [[nodiscard]] std::optional<double> constant_in(ExprId id) const;
  Ends ends_of_joint(const Joint& joint, StreamId owner, const Spending& spending);
  EndStreams joint_streams(const Joint& joint, const Spending& spending);
  ExprId decide(const Joint& joint, bool exceeds, const Spending& spending);
  ExprId decide_all(const Joint& joint, bool exceeds, const Spending& spending);

  // recent.cpp
  struct Units;
  struct Clock {
    std::set<std::uint32_t> places;    ///< whose trials are counted
    std::uint64_t most_instances = 0;  ///< for which counts are kept
    StreamId before;                   ///< how many there were before the latest event
    std::vector<StreamId> began;       ///< by scale, where asked for
  };
  struct Marks {
    StreamId last;   ///< trials before the latest one of the instance
    StreamId start;  ///< its packed counts where its block began
  };
  struct Tally {
    ExprId hits;
    ExprId trials;
  };
  struct Stretches {
    Ends whole;
    std::vector<ExprId> blocks;  ///< whether it is certain there, by scale; or instead of them
    ExprId scale;                ///< the largest scale where it is; 0: nowhere
    std::uint32_t clock = 0;
  };
  std::uint32_t add_clock(const Claim& claim, const Units& units);
  ExprId trials_before(const Spending& spending);
  ExprId is_later_block(const Spending& spending);
  ExprId unit_share(const Spending& spending);
  Marks marks(const Place& place, const Spending& spending);
  EvalClause at_trial(const Place& place, const EvalClause& clause, StreamId owner);
  Tally in_block(const Place& place, const std::vector<ExprId>& instance, const Tally& now,
                 const Spending& spending);
  Stretches stretches(const Claim& claim, const Units& units, std::uint32_t num_units);
  StreamId beginning(std::uint32_t clock, std::uint32_t scale);
  ExprId recent_answer(const Claim& claim, const Units& units, std::uint32_t num_units);

  // tallies.cpp
  [[nodiscard]] bool moves_with_trials(const InstanceAggregation& members, const Place& place);
  StreamId tally_stream(const Place& place, double margin, const Spending& spending, bool starts);
  ExprId longest_scale(const Claim& claim, const Units& units, const Spending& spending);
  [[nodiscard]] bool takes_all_scales(const Joint& joint);
  ExprId scale_beside(const Joint& joint, StreamId owner, const Spending& spending);

  // budget.cpp
  struct Units {
    std::set<std::uint32_t> places;
    std::set<std::pair<std::uint32_t, std::uint32_t>> joints;
    bool instances = false;
    bool windows = false;
  };
  void collect(ExprId id, Units& units, std::set<std::uint32_t>& seen);
  void collect_stream(StreamId stream, Units& units, std::set<std::uint32_t>& seen);
  ExprId trials_so_far(const Units& units, std::uint64_t most_instances = 0);
  ExprId over_instances(StreamId target, const char* aggregate);
  ExprId trials_needed(const Claim& claim, const Ends& ends, const Units& units);
  void collect_joint(const Joint& joint, Units& units, std::set<std::uint32_t>& seen);
  [[nodiscard]] std::optional<Span> statement_in_loop() const;

  Program& program_;
  const Notes& notes_;
  Builder builder_;
  std::vector<bool> uncertain_;  ///< by stream
  std::map<std::uint32_t, bool> known_;
  std::map<std::tuple<std::uint32_t, std::uint32_t, Spending>, Ends> made_;
  std::map<std::pair<std::uint32_t, Spending>, EndStreams> companions_;
  std::map<std::tuple<std::uint32_t, bool, double, Spending>, EndStreams> joint_streams_;
  std::map<std::uint32_t, StreamId> ranks_;
  std::map<std::uint32_t, StreamId> known_ranks_;
  std::vector<Clock> clocks_;
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, Marks> marks_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, StreamId> last_;
  std::map<std::tuple<std::uint32_t, double, Spending, bool>, StreamId> tallies_;
  std::map<std::tuple<std::uint32_t, double, Spending>, StreamId> scales_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, StreamId> ticks_;
  std::uint32_t num_hidden_ = 0;
};

}  // namespace fairmon::ir::evidence
