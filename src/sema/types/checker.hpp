#pragma once

#include <fmt/format.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "sema/context.hpp"
#include "sema/types/terms.hpp"

namespace fairmon::sema::types {

/// Annotations as types, read once.
struct Declared {
  std::vector<std::optional<Type>> outputs;
  std::vector<std::vector<std::optional<Type>>> parameters;
};

/// Divisions of integers, each with an expression that is used as a real number because of it.
using WantedReals = std::map<std::uint32_t, ExprId>;

/// Whether an aggregation gives values of the type it takes, as `sum` does; `count` does not.
[[nodiscard]] bool keeps_type(const ConstructUse& use);

/// One run of inference over all outputs. Streams are visited after the streams they read; where
/// they read each other, their types are terms that unification fills in.
class Checker {
 public:
  /// `real` are the divisions of integers known to be wanted as real numbers.
  Checker(Context& context, const Declared& declared, Diagnostics& diagnostics,
          std::unordered_set<std::uint32_t> real);

  void run();
  /// Enters types, conversions and functions into the analysis.
  void write_facts();
  /// Divisions of integers whose result turned out to be used as a real number.
  [[nodiscard]] WantedReals wanted_real() const;

 private:
  // streams.cpp
  void check_stream(std::uint32_t index);
  void check_spawn(std::uint32_t index);
  void check_eval(std::uint32_t index, const syntax::EvalDecl& eval);
  void finish_part(const std::vector<std::uint32_t>& part);

  // expressions.cpp
  TermId infer(ExprId id);
  TermId infer_kind(ExprId id);
  TermId infer_number(ExprId id);
  bool fits_real(const syntax::Expr& number, double value);
  TermId infer_name(ExprId id);
  TermId infer_unary(ExprId id);
  TermId infer_binary(ExprId id);
  TermId infer_arithmetic(ExprId id);
  TermId infer_bits(ExprId id);
  TermId infer_comparison(ExprId id);
  TermId infer_if(ExprId id);
  TermId infer_project(ExprId id);
  [[nodiscard]] bool is_literal_one(ExprId id) const;

  // conversions.cpp
  enum class Fit : std::uint8_t { Same, Widened, Checked, No };
  Fit fit(TermId from, TermId to, bool may_check);
  /// Lets the value of an expression be used as `to`; false if it cannot.
  bool flow(ExprId id, TermId to, bool may_check = false);
  /// The type two expressions have in common, or nothing.
  std::optional<TermId> join(ExprId a, ExprId b, bool without_prob);
  /// flow, with a message that `role` must have the type.
  void expect(ExprId id, TermId to, std::string_view role);
  void expect_bool(ExprId id, std::string_view role) { expect(id, bool_, role); }

  // messages.cpp
  void mismatch(ExprId place, ExprId a, ExprId b);
  void optional_used(ExprId id);
  /// Reports a literal outside [0, 1] where a probability is wanted.
  bool improbable(ExprId id, TermId to);
  void cast_fix(diag::Report& report, ExprId id, TermId to);
  void comparison_of_comparison(diag::Report& report, ExprId a, ExprId b);

  // accesses.cpp
  TermId infer_construct(ExprId id, ConstructUse& use);
  TermId target_type(ExprId id, const ConstructUse& use);
  TermId infer_fallback(ExprId id, ConstructUse& use, TermId value);
  TermId infer_defaults(ExprId id, ConstructUse& use);
  TermId infer_cast(ExprId id, ConstructUse& use);
  TermId infer_widen(ExprId id, ConstructUse& use);
  TermId infer_prob(ExprId id, ConstructUse& use);
  TermId infer_claim(ConstructUse& use);
  void infer_lambda(ExprId lambda, NameRef stream);
  void check_weight(ExprId id, bool prior);

  // windows.cpp
  TermId infer_window(ExprId id, ConstructUse& use);
  /// The type of a window over values of a type; nothing while too little is known of it.
  std::optional<TermId> window_result(ExprId id, const ConstructUse& use, TermId value);
  TermId window_over_numbers(ExprId id, const ConstructUse& use, TermId value);
  TermId refuse_window(ExprId id, const ConstructUse& use, TermId value);
  void finish_windows();

  // calls.cpp
  TermId infer_call(ExprId id);
  TermId apply(ExprId id, const builtins::Function& function, const std::vector<ExprId>& arguments);
  /// For functions from a type into itself: literals stay open until something gives them a type.
  std::optional<TermId> apply_alike(const builtins::Function& function,
                                    const std::vector<ExprId>& arguments);
  TermId apply_variadic(ExprId id, const builtins::Function& function,
                        const std::vector<ExprId>& arguments);
  [[nodiscard]] std::optional<int> cost(TermId argument, const Type& wanted) const;
  void no_overload(ExprId id, const builtins::Function& function,
                   const std::vector<ExprId>& arguments);
  void check_literals(ExprId id, const builtins::Function& function);
  void check_literal(const builtins::Function& function, const Value& literal, Span place);
  /// The value of an expression that names a constant, or null.
  [[nodiscard]] const Value* constant_of(ExprId id) const;

  // facts.cpp
  void write_expr(ExprId id);
  void write_overload(ExprId id);
  void write_output(std::uint32_t index);

  [[nodiscard]] TermId type_of(ExprId id) const { return types_[id.index()]; }
  [[nodiscard]] TermId used_as(ExprId id) const { return used_[id.index()]; }
  void set_type(ExprId id, TermId term) { types_[id.index()] = used_[id.index()] = term; }

  Context& context_;
  const Declared& declared_;
  Diagnostics& diagnostics_;
  std::unordered_set<std::uint32_t> real_;
  Terms terms_;
  TermId bool_;
  TermId float_;
  TermId string_;
  std::vector<TermId> types_;  ///< per expression; invalid: not visited
  std::vector<TermId> used_;   ///< per expression: as its reader sees it
  std::vector<ExprId> visited_;
  std::vector<TermId> outputs_;
  std::vector<std::vector<TermId>> parameters_;
  std::vector<std::vector<TermId>> lambdas_;
  std::uint32_t current_ = 0;                      ///< the output being checked
  std::unordered_set<std::uint32_t> refused_;      ///< operands were found not to fit
  std::unordered_set<std::uint32_t> complements_;  ///< `1 - p` over Prob
  std::unordered_set<std::uint32_t> whole_units_;  ///< `to_days()` and its kin
  struct OpenWindow {
    ExprId id;
    TermId value;
    TermId result;
  };
  std::vector<OpenWindow> open_windows_;
};

/// A literal for "nothing yet" of a type, for fixes: `0`, `0.0`, `false`, `""`; empty if none.
[[nodiscard]] std::string default_literal(const Type& type);

}  // namespace fairmon::sema::types
