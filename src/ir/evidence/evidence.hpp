#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "builtins/evidence/interval.hpp"
#include "ir/program.hpp"

/// Statements about the chances behind rates (`certain`, `lower`, …) on their way from the tree to
/// streams. Lowering notes where rates and statements stand; a pass then adds a low and a high
/// companion to every stream in between and puts the answer where the statement stood.
namespace fairmon::ir::evidence {

using builtins::evidence::Interval;

enum class ClaimKind : std::uint8_t {
  Certain,
  Possible,
  Lower,
  Upper,
  Since,   ///< how long ago the stretch began of which a formula is certain; negative: the run
  Needed,  ///< about how many more trials would tell on which side of zero the formula lies
};

/// An expression whose value is an average of trials.
struct Place {
  std::uint32_t number = 0;  ///< equal for what counts the same trials
  ExprId sum;                ///< hits (UInt64), or the sum of a mean (Float64); in the same clause
  ExprId trials;             ///< UInt64
  bool is_mean = false;      ///< values lie in `range`, found out by the pass
  Interval range{0.0, 1.0};
  StreamId source;  ///< whose values are averaged, for their range
  /// Whose instances share the error, and which of them this is; invalid: there is only one.
  StreamId life;
  std::vector<ExprId> instance;
  /// Counters over the whole history; invalid for windows and for counts of instances.
  StreamId hits_stream;
  StreamId trials_stream;
  bool per_instance = false;
  /// A window is a fresh sample whenever it is read: at ticks of this stream's clause …
  StreamId reader;
  Pacing reader_pacing;
  bool read_at_spawn = false;  ///< by no instance: its ticks count from the start of the run
  /// … or, at events, with this many trials before it and in it (UInt64).
  ExprId trials_ever;
  [[nodiscard]] bool is_window() const { return reader.valid(); }
};

/// A statement; `expr` is a placeholder until the pass has run.
struct Claim {
  ExprId expr;
  ExprId formula;
  StreamId owner;
  ClaimKind kind = ClaimKind::Certain;
  double error = 0.05;
  std::uint32_t groups = 0;
  bool recent = false;  ///< looks at stretches of every length, too
  ExprId comparison;    ///< Needed: what is to be decided
  Span span;
  bool derived = false;  ///< nobody wrote it: it shows what another statement, or a band, knows
};

struct Notes {
  std::map<std::uint32_t, Place> places;  ///< by expression
  std::vector<Claim> claims;
  std::map<std::uint32_t, Interval> input_ranges;  ///< by input
};

/// How the error of one statement is split, for people.
struct Budget {
  Span span;
  double error = 0.0;
  std::uint32_t num_single = 0;  ///< places on their own
  std::uint32_t num_joint = 0;   ///< comparisons of two rates
  bool instances = false;        ///< shared by the instances of a place
  bool windows = false;          ///< shared over time
  std::uint32_t groups = 0;
  bool recent = false;  ///< half for the whole history, half for stretches
  bool derived = false;
};

struct Added {
  std::vector<Budget> budgets;
  /// A statement whose answer decides which instances are born, and which needs the order of their
  /// births for that very answer. The program is not sound then.
  std::optional<Span> waits_for_itself;
};

/// Replaces the placeholders. Layers are assigned anew.
[[nodiscard]] Added add_companions(Program& program, const Notes& notes);

}  // namespace fairmon::ir::evidence
