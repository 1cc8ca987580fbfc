#include <array>

#include "sema/names/resolver.hpp"

namespace fairmon::sema::names {
namespace {

struct Statement {
  std::string_view name;
  ClaimKind kind;
  std::string_view about;
  std::string_view form;
};

constexpr std::array<Statement, 4> kStatements = {{
    {"certain", ClaimKind::Certain, "a condition", "certain(gap > 0.1, level: 0.95)"},
    {"possible", ClaimKind::Possible, "a condition", "possible(gap > 0.1, level: 0.95)"},
    {"lower", ClaimKind::Lower, "a number", "lower(rate, level: 0.95)"},
    {"upper", ClaimKind::Upper, "a number", "upper(rate, level: 0.95)"},
}};

}  // namespace

bool Resolver::resolve_claim(ExprId id) {
  const syntax::Expr& expr = context_.expr(id);
  for (const Statement& statement : kStatements) {
    if (statement.name != expr.name.text) {
      continue;
    }
    Arguments arguments(expr.arguments);
    ConstructUse use;
    use.kind = ConstructKind::Claim;
    use.claim = statement.kind;
    use.operand = arguments.take_positional();
    use.level = arguments.take({"level"});
    use.groups = arguments.take({"groups"});
    const bool condition =
        statement.kind == ClaimKind::Certain || statement.kind == ClaimKind::Possible;
    if (condition) {
      use.recent_flag = arguments.take({"recent"});
    }
    if (!use.operand.valid()) {
      missing_argument(id, statement.about, statement.form);
      return true;
    }
    resolve(use.operand);
    resolve(use.level);
    resolve(use.groups);
    resolve(use.recent_flag);
    if (no_leftover(id, arguments, statement.form)) {
      finish(id, std::move(use));
    }
    return true;
  }
  return false;
}

}  // namespace fairmon::sema::names
