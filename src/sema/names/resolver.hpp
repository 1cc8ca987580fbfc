#pragma once

#include <fmt/format.h>

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sema/names/names.hpp"
#include "sema/structure/quantities.hpp"

namespace fairmon::sema::names {

/// Hands out the arguments of a call by name or position and remembers what is left.
class Arguments {
 public:
  explicit Arguments(const std::vector<syntax::Argument>& arguments)
      : arguments_(&arguments), taken_(arguments.size(), false) {}

  /// The argument called by one of the names.
  ExprId take(std::initializer_list<std::string_view> names);
  /// The first argument without a name.
  ExprId take_positional();
  [[nodiscard]] bool has(std::string_view name) const;
  /// The first argument nobody asked for, or null.
  [[nodiscard]] const syntax::Argument* leftover() const;

 private:
  const std::vector<syntax::Argument>* arguments_;
  std::vector<bool> taken_;
};

/// A stream in front of a method: `s`, `s(i)`, `s(i).0`.
struct Receiver {
  NameRef stream;
  std::vector<ExprId> instance;
  bool has_arguments = false;
  std::vector<std::uint32_t> components;
};

/// Walks the expressions of one clause and finds out what every name, call and method means.
class Resolver {
 public:
  Resolver(Context& context, std::uint32_t output, ClauseKind clause)
      : context_(context), output_(output), clause_(clause) {}

  void resolve(ExprId id);

 private:
  // resolver.cpp: names, calls and methods
  void resolve_name(ExprId id);
  void resolve_call(ExprId id);
  void resolve_method(ExprId id);
  void resolve_stream_call(ExprId id, NameRef stream);
  [[nodiscard]] std::optional<NameRef> lookup(const std::string& name) const;
  void suggest_input(diag::Report& report, const std::string& name) const;
  void unknown_name(ExprId id, const syntax::Name& name);
  [[nodiscard]] std::vector<std::string> names_in_scope() const;

  // accesses.cpp: one stream, one value
  bool resolve_access(ExprId id);
  void resolve_offset(ExprId id);
  void resolve_index(ExprId id);
  void resolve_last(ExprId id);
  void resolve_delta(ExprId id, bool method);
  void resolve_hold_or_get(ExprId id, ConstructKind kind);
  void resolve_is_fresh(ExprId id);
  void resolve_exists(ExprId id);
  void resolve_defaults(ExprId id);
  std::optional<Receiver> receiver(ExprId id, std::string_view method);
  ConstructUse access(ConstructKind kind, const Receiver& receiver) const;
  bool check_instance(ExprId id, const Receiver& receiver, Span place);
  void not_a_stream(ExprId id, std::string_view method);
  bool set_offset(ConstructUse& use, ExprId value);
  bool set_duration(ConstructUse& use, ExprId value);

  // windows.cpp
  void resolve_aggregate(ExprId id);
  bool resolve_short_window(ExprId id);
  bool set_aggregate(ConstructUse& use, ExprId value);
  void resolve_instance_window(ExprId id, ConstructUse use, ExprId selection);
  bool set_selection(ConstructUse& use, ExprId selection);
  bool set_count(ConstructUse& use, ExprId value);

  // probabilities.cpp
  void report_bar(const syntax::Expr& event);
  /// `certain(φ, level: …)` and its kin; false if the call is none of them.
  bool resolve_claim(ExprId id);
  void resolve_prob_function(ExprId id);
  void resolve_prob_method(ExprId id);
  void resolve_prob_instances(ExprId id);
  void finish_prob(ExprId id, ConstructUse use, Arguments& arguments);
  [[nodiscard]] bool is_instance_prob(const syntax::Expr& expr) const;

  /// Resolves the body of a function over the instances of a stream; false after a mistake.
  bool resolve_lambda(ExprId lambda, NameRef stream, bool value_allowed);

  // functions.cpp
  void resolve_function(ExprId id, ExprId receiver);
  void resolve_cast(ExprId id, ExprId receiver, ConstructKind kind);
  bool order_arguments(ExprId id, ExprId receiver, const builtins::Function& function);
  void unknown_function(ExprId id, bool method);

  void finish(ExprId id, ConstructUse use);
  /// Reports an argument nobody asked for; false if there was one.
  bool no_leftover(ExprId id, const Arguments& arguments, std::string_view form);
  void missing_argument(ExprId id, std::string_view what, std::string_view form);
  void resolve_arguments(ExprId id);

  Context& context_;
  std::uint32_t output_;
  ClauseKind clause_;
  std::vector<const std::vector<syntax::Param>*> lambdas_;
};

}  // namespace fairmon::sema::names
