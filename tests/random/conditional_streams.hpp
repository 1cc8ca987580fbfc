#pragma once

#include "random/model.hpp"
#include "random/rng.hpp"

namespace fairmon::random_cases {

/// Makes specifications whose clauses mostly have conditions on the event, so that a source may
/// leave events out; some streams in between need every event.
class ConditionalStreams {
 public:
  explicit ConditionalStreams(Rng& rng) : rng_(rng) {}
  [[nodiscard]] Model make();

 private:
  void add_inputs();
  void add_plain();
  void add_family();
  void add_periodic();
  void add_mirror();
  void add_trigger();
  void add_needy();
  Output new_output(Kind kind);
  Rhythm some_inputs(std::uint32_t at_least);
  std::string pacing(const Rhythm& rhythm) const;
  /// `g == "A"`, `4 > v`, `d < "2025-11-27"`: a comparison of one input with a constant.
  Node test(const Rhythm& rhythm);
  Node test_of(const Input& input);
  /// A comparison that no filter can express, or that may fail.
  Node opaque_test(const Rhythm& rhythm);
  Node guard(const Rhythm& rhythm, int depth);
  Node key_guard(const Output& output, const std::vector<std::size_t>& keys);
  /// A value of an event, mostly without looking at other events.
  Node value(const Output& output);
  Node read(const Rhythm& rhythm, Kind kind);
  Node prob(const Rhythm& rhythm, bool evaluations);
  std::optional<Clause> close_clause(const Output& output);
  Clause eval_clause(const Output& output, std::optional<Node> condition);
  void add_periodic_of(const Output& target);

  Rng& rng_;
  Model model_;
  int next_id_ = 0;
};

}  // namespace fairmon::random_cases
