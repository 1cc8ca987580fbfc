#pragma once

#include <fairmon/filter.hpp>

#include "ir/program.hpp"

/// Conditions on one event that an expression implies.
namespace fairmon::api {

[[nodiscard]] Filter filter_true();
[[nodiscard]] Filter filter_and(std::vector<Filter> parts);
[[nodiscard]] Filter filter_or(std::vector<Filter> parts);
[[nodiscard]] bool is_true(const Filter& filter);

/// Finds what must hold of the current event if an expression is true (or false), or cannot be
/// evaluated. Whatever cannot be expressed counts as "may be", never as "cannot be".
class Implied {
 public:
  /// `owner` is the stream in whose clause the expressions stand: what is known of its parameters
  /// comes from its spawn clause.
  Implied(const ir::Program& program, const ir::Stream& owner) : program_(program), owner_(owner) {}

  [[nodiscard]] Filter if_true(ir::ExprId expr) const { return implied(expr, true); }

 private:
  [[nodiscard]] Filter implied(ir::ExprId id, bool value) const;
  [[nodiscard]] Filter all_of(const ir::Expr& expr, bool value) const;
  [[nodiscard]] Filter any_of(const ir::Expr& expr, bool value) const;
  [[nodiscard]] Filter equality(const ir::Expr& expr, bool value) const;
  [[nodiscard]] Filter comparison(const ir::Expr& expr, bool value) const;
  [[nodiscard]] Filter as_parameter(ir::StreamId input, std::uint32_t parameter) const;
  [[nodiscard]] Filter test(ir::ExprId left, ir::ExprId right, FilterTest kind) const;

  const ir::Program& program_;
  const ir::Stream& owner_;
};

}  // namespace fairmon::api
