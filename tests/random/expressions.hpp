#pragma once

#include "random/model.hpp"
#include "random/rng.hpp"

namespace fairmon::random_cases {

/// What an expression may mention where it stands.
struct Scope {
  const Model* model = nullptr;  ///< inputs, and the outputs declared before
  Rhythm rhythm;
  const Output* self = nullptr;  ///< its own past may be read
  std::vector<Parameter> parameters;
  int family = -1;
  bool windows = true;
  bool evaluation_prob = false;  ///< `prob(of: …)` makes sense here
  int inside_prob = 0;           ///< how many `prob` stand around the expression
  int partner = -1;              ///< a later output of the same pacing, readable by offset only
  Kind partner_kind = Kind::Int;
};

/// Makes well-typed expressions.
class Expressions {
 public:
  Expressions(Rng& rng, const Scope& scope) : rng_(rng), scope_(scope) {}

  Node make(Kind kind, int depth);
  /// A Boolean that reads some input synchronously.
  Node condition(int depth);

 private:
  [[nodiscard]] bool common() const { return scope_.model->common; }
  Node literal(Kind kind);
  Node leaf(Kind kind);
  Node inner(Kind kind, int depth);
  Node operation(Kind kind, int depth);
  Node arithmetic(Kind kind, int depth);
  Node prob_operation(int depth);
  Node time_operation(Kind kind, int depth);
  std::optional<Node> from_other_kind(Kind kind, int depth);
  Node to_real(int depth);
  Node comparison(int depth);
  std::optional<Node> freshness(int depth);
  Node text(int depth);
  Node conversion(Kind kind, int depth);
  std::optional<Node> synchronous(Kind kind);
  std::optional<Node> access(Kind kind, int depth);
  std::optional<Node> input_access(Kind kind, int depth);
  std::optional<Node> absent_access(Kind kind);
  std::optional<Node> chosen_access(Kind kind, int depth);
  std::optional<Node> own_past(Kind kind, int depth);
  std::optional<Node> window(Kind kind, int depth);
  std::vector<Node> window_targets(Kind kind, int depth);
  std::optional<Node> covariance(int depth);
  std::optional<Node> instances(Kind kind, int depth);
  std::optional<Node> probability(int depth);
  std::optional<Node> estimate(int depth);
  std::optional<Node> instance_probability(int depth);
  std::optional<Node> counted_probability(int depth);
  /// `prior` and `confidence`, the name of `.defaults`, and the closing parenthesis.
  void finish_probability(Node& made, int depth);
  /// `o3(args)` with arguments of any kind of expression, or of the family's own parameters.
  Node reference(const Output& target, int depth, bool own_instance);
  [[nodiscard]] bool readable_now(const Output& target) const;
  std::vector<const Output*> outputs(Kind kind, bool (*fits)(const Output&));
  std::string duration();
  /// A child scope for lambdas, whose parameters come on top.
  /// With `looked_at`, a condition on what that stream's instance holds.
  Node lambda_body(const std::vector<Parameter>& more, int depth,
                   const Output* looked_at = nullptr);

  Rng& rng_;
  const Scope& scope_;
};

}  // namespace fairmon::random_cases
