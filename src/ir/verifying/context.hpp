#pragma once

#include <string>
#include <vector>

#include "ir/program.hpp"

namespace fairmon::ir::verifying {

/// The program, and what was found so far.
struct Context {
  const Program& program;
  std::vector<std::string> problems;

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
