#pragma once

#include "random/model.hpp"
#include "random/rng.hpp"

namespace fairmon::random_cases {

/// Makes the streams of a specification, one after the other.
class Streams {
 public:
  Streams(Rng& rng, bool common) : rng_(rng) { model_.common = common; }
  [[nodiscard]] Model make();

 private:
  void add_inputs();
  void add_plain();
  void add_partners();
  void add_family();
  void add_spawned_plain();
  void add_mirror();
  void add_trigger();
  // statements.cpp
  void add_gap();
  void add_statement(const Output& rate);
  Rhythm event_rhythm();
  Rhythm periodic_rhythm(bool local);
  std::string pacing_text(const Rhythm& rhythm, bool spawned);
  Kind any_kind();
  void make_pair(Output& output);
  Clause eval_clause(const Output& output, const Node* guard, int partner, Kind partner_kind);
  /// A condition that names the instance by its key: `id == p`.
  Node key_condition(const Output& output, const std::vector<std::size_t>& keys);
  std::optional<Clause> close_clause(const Output& output);
  std::vector<std::size_t> pick_keys();

  Rng& rng_;
  Model model_;
  int next_id_ = 0;
  int next_family_ = 0;
};

}  // namespace fairmon::random_cases
