#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ir/program.hpp"

namespace fairmon::ir::verifying {

/// The program, and what was found so far.
struct Context {
  const Program& program;
  std::vector<std::string> problems;
  /// In which round of checking each expression was seen last.
  support::IdVector<ExprId, std::uint32_t> seen;
  std::uint32_t rounds = 0;

  bool first_visit(ExprId id, std::uint32_t round) {
    seen.resize(program.exprs.size());
    return std::exchange(seen[id], round) != round;
  }
  void require(bool holds, const std::string& where, const char* what) {
    if (!holds) {
      problems.push_back(where + ": " + what);
    }
  }
};

/// Where an expression stands: what it may mention.
struct Place {
  std::string where;
  StreamId owner;                               ///< whose parameters `$n` are
  const InstanceAggregation* lambda = nullptr;  ///< whose `#n` may be used
  const Pacing* pacing = nullptr;
  int depth = 0;  ///< of aggregations inside aggregations
};

/// Checks an expression and everything below it. Invalid ids are fine where `type` is unknown.
void check_expr(Context& context, ExprId root, const Place& place, const Type& type);

void check_streams(Context& context);
void check_windows(Context& context);
void check_order(Context& context);

}  // namespace fairmon::ir::verifying
