#include "ir/passes/pipeline.hpp"

#include <algorithm>
#include <array>

#include "ir/passes/passes.hpp"
#include "ir/verify.hpp"

namespace fairmon::ir::passes {
namespace {

// Folding early, so that equal things look equal, and behind what leaves optionals to fold; sharing
// before dead streams, which it makes; annotations last, because rewriting would lose them.
constexpr std::array<Pass, 8> kPasses = {{
    {"lambda-values", "a lambda knows the value it looks at", &lambda_values},
    {"constant-folding", "evaluates what is known before the run", &fold_constants},
    {"guard-merging", "conditions that hold anyway are left out", &merge_guards},
    {"shared-streams", "equal hidden streams and equal windows become one", &share_streams},
    {"common-subexpressions", "equal expressions become one", &share_expressions},
    {"dead-streams", "hidden streams and windows nobody reads are dropped", &drop_dead},
    {"key-recognition", "finds conditions that name one instance", &recognise_keys},
    {"instance-tables", "streams that live and die together share a table", &merge_tables},
}};

void check(const Program& program, std::string_view pass) {
#ifdef FAIRMON_CHECKS
  const std::vector<std::string> problems = verify(program);
  FAIRMON_CHECK(problems.empty(), "after pass " + std::string(pass) + ": " +
                                      (problems.empty() ? std::string() : problems.front()));
#else
  (void)program;
  (void)pass;
#endif
}

}  // namespace

std::span<const Pass> all_passes() { return kPasses; }

void run_pipeline(Program& program, const std::vector<std::string>& disabled) {
  for (const Pass& pass : kPasses) {
    if (std::find(disabled.begin(), disabled.end(), pass.name) == disabled.end()) {
      pass.run(program);
      check(program, pass.name);
    }
  }
}

bool run_pass(Program& program, std::string_view name) {
  for (const Pass& pass : kPasses) {
    if (pass.name == name) {
      pass.run(program);
      check(program, pass.name);
      return true;
    }
  }
  return false;
}

}  // namespace fairmon::ir::passes
