#include "random/expressions.hpp"

/// Literals and operations of every kind.
namespace fairmon::random_cases {
namespace {

Node node(Kind kind, std::string pattern, std::vector<Node> parts = {}) {
  return {kind, std::move(pattern), std::move(parts), {}};
}

bool numeric(Kind kind) {
  return kind == Kind::Int || kind == Kind::UInt || kind == Kind::Float || kind == Kind::Fixed ||
         kind == Kind::Small;
}

}  // namespace

Node Expressions::literal(Kind kind) {
  if (rng_.chance(6)) {  // declared constants, and the time of the cycle
    if (kind == Kind::Int && !common()) {
      return node(kind,
                  rng_.pick({"k0", "now().time_diff(time_from_rfc(\"1970-01-01\")).to_seconds()"}));
    }
    if ((kind == Kind::Float || kind == Kind::Prob) && !common()) {
      return node(kind, kind == Kind::Prob ? "k2" : rng_.pick({"k1", "k2"}));
    }
  }
  switch (kind) {
    case Kind::Bool:
      return node(kind, rng_.chance(50) ? "true" : "false");
    case Kind::Int:
    case Kind::Small:
      return node(kind, rng_.chance(25) ? "(-" + std::to_string(rng_.between(1, 4)) + ")"
                                        : std::to_string(rng_.between(0, 9)));
    case Kind::UInt:
      return node(kind, std::to_string(rng_.between(0, 6)));
    case Kind::Float:
      return node(kind, rng_.pick({"0.5", "0.0", "1.0", "2.25", "10.0", "0.125"}));
    case Kind::Fixed:
      return node(kind, rng_.pick({"0.5", "0.0", "1.25", "2.001", "10.0", "0.3"}));
    case Kind::Prob:
      return node(kind, rng_.pick({"0.5", "0.0", "1.0", "0.25", "0.9"}));
    case Kind::String:
      return node(kind, rng_.pick({"\"A\"", "\"B\"", "\"\"", "\"ä b\""}));
    case Kind::Time:
      return node(kind, rng_.pick({"now()", "time_from_rfc(\"1970-01-01T00:00:01.5Z\")"}));
    case Kind::Duration:
      return node(kind, "(now() - time_from_rfc(\"1970-01-01 00:00:02\"))");
    case Kind::Bytes:
      break;
  }
  return {};
}

Node Expressions::operation(Kind kind, int depth) {
  if (rng_.chance(12)) {
    return node(kind, "(if $0 then $1 else $2)",
                {make(Kind::Bool, depth - 1), make(kind, depth - 1), make(kind, depth - 1)});
  }
  if (rng_.chance(6)) {
    const bool first = rng_.chance(50);
    const Kind of = rng_.pick({Kind::Bool, Kind::Int, Kind::String, Kind::Fixed});
    Node other = make(common() && of == Kind::Fixed ? Kind::Float : of, depth - 1);
    Node mine = make(kind, depth - 1);
    return first ? node(kind, "($0, $1).0", {std::move(mine), std::move(other)})
                 : node(kind, "($0, $1).1", {std::move(other), std::move(mine)});
  }
  if (auto made = rng_.chance(10) && !common() ? from_other_kind(kind, depth) : std::nullopt) {
    return *made;
  }
  if (numeric(kind)) {
    return rng_.chance(25) ? conversion(kind, depth) : arithmetic(kind, depth);
  }
  if (kind == Kind::Time || kind == Kind::Duration) {
    return time_operation(kind, depth);
  }
  if (kind == Kind::Prob) {
    return prob_operation(depth);
  }
  return kind == Kind::Bool ? comparison(depth) : text(depth);
}

/// Functions from one kind to another.
std::optional<Node> Expressions::from_other_kind(Kind kind, int depth) {
  if (kind == Kind::Float) {
    return to_real(depth);
  }
  if (kind == Kind::Int) {
    return node(kind, rng_.pick({"$0.to_seconds()", "$0.to_minutes()", "$0.to_days()"}),
                {node(Kind::Duration, "($0)", {make(Kind::Duration, depth - 1)})});
  }
  if (kind == Kind::Bool) {
    return node(kind, rng_.pick({"matches($0, regex: \"[AB]\")", "$0.matches(regex: \"^ä\")"}),
                {node(Kind::String, "($0)", {make(Kind::String, depth - 1)})});
  }
  const auto bytes = kind == Kind::UInt ? synchronous(Kind::Bytes) : std::nullopt;
  if (!bytes) {
    return std::nullopt;
  }
  return node(
      kind,
      "widen<UInt64>($0.at(index: " + std::to_string(rng_.between(0, 2)) + ").defaults(to: 7))",
      {*bytes});
}

Node Expressions::to_real(int depth) {
  const Kind kind = Kind::Float;
  switch (rng_.below(5)) {
    case 0:
      return node(kind, "cast<Float64, Prob>($0)", {make(kind, depth - 1)});
    case 1:
      return node(kind, "($0 + $1)", {make(Kind::Prob, depth - 1), make(kind, depth - 1)});
    case 2:
      return node(kind, "time_diff_days($0, $1)",
                  {make(Kind::Time, depth - 1), make(Kind::Time, depth - 1)});
    case 3:
      return node(kind, "round($0, 1)", {make(kind, depth - 1)});
    default:
      return node(kind, rng_.pick({"sqrt($0)", "cos($0)", "abs($0)", "arctan($0)"}),
                  {make(kind, depth - 1)});
  }
}

Node Expressions::arithmetic(Kind kind, int depth) {
  const char* pattern =
      rng_.pick({"($0 + $1)", "($0 + $1)", "($0 - $1)", "($0 * $1)", "min($0, $1)", "max($0, $1)"});
  if (rng_.chance(10)) {
    pattern = kind == Kind::Float ? "($0 / $1)" : rng_.pick({"($0 / $1)", "($0 % $1)"});
  }
  if (kind == Kind::UInt && rng_.chance(12)) {
    pattern = rng_.pick(
        {"($0 & $1)", "($0 | $1)", "($0 ^ $1)", "($0 << ($1 % 8))", "($0 >> $1)", "(~$0 & $1)"});
  }
  if (kind != Kind::UInt && kind != Kind::Fixed && rng_.chance(8)) {
    pattern = rng_.pick({"(-$0 + $1)", "(abs($0) - $1)", "(($0 * $0) ** 2 - $1)"});
    if (kind == Kind::Float) {
      pattern = "(-$0 - abs($1))";
    }
  }
  return node(kind, pattern, {make(kind, depth - 1), make(kind, depth - 1)});
}

Node Expressions::conversion(Kind kind, int depth) {
  Kind from = rng_.pick({Kind::Int, Kind::UInt, Kind::Float, Kind::Fixed, Kind::Small});
  if (common() && (from == Kind::Fixed || from == Kind::Small)) {
    from = Kind::UInt;
  }
  if (from == kind) {
    from = kind == Kind::Int ? Kind::Float : Kind::Int;
  }
  if (kind == Kind::Int && from == Kind::Small && rng_.chance(50)) {
    return node(kind, "widen<Int64>($0)", {make(from, depth - 1)});
  }
  const std::string types = kind_name(from) + ", " + kind_name(kind);
  return node(kind, "cast<" + types + ">($0)", {make(from, depth - 1)});
}

Node Expressions::prob_operation(int depth) {
  switch (rng_.below(6)) {
    case 0:
      return node(Kind::Prob, "(1 - min($0, k2))", {make(Kind::Prob, depth - 1)});
    case 1:
      return node(Kind::Prob, "($0 * $1)",
                  {make(Kind::Prob, depth - 1), make(Kind::Prob, depth - 1)});
    case 2:
      return node(Kind::Prob, "cast<Float64, Prob>($0)", {make(Kind::Float, depth - 1)});
    case 3:
      if (auto made = probability(depth - 1)) {
        return *made;
      }
      [[fallthrough]];
    default:
      return node(Kind::Prob, rng_.pick({"min($0, $1)", "max($0, $1)"}),
                  {make(Kind::Prob, depth - 1), make(Kind::Prob, depth - 1)});
  }
}

Node Expressions::time_operation(Kind kind, int depth) {
  if (kind == Kind::Duration) {
    return rng_.chance(60) ? node(kind, rng_.pick({"($0 - $1)", "time_diff($0, $1)"}),
                                  {make(Kind::Time, depth - 1), make(Kind::Time, depth - 1)})
                           : node(kind, rng_.pick({"($0 + $1)", "($0 - $1)", "(-$0 + $1)"}),
                                  {make(kind, depth - 1), make(kind, depth - 1)});
  }
  if (rng_.chance(15)) {  // mostly no date at all
    return node(kind, "time_from_rfc($0)", {make(Kind::String, depth - 1)});
  }
  return rng_.chance(50) ? node(kind, rng_.pick({"min($0, $1)", "max($0, $1)"}),
                                {make(kind, depth - 1), make(kind, depth - 1)})
                         : node(kind, rng_.pick({"($0 + $1)", "($0 - $1)"}),
                                {make(kind, depth - 1), make(Kind::Duration, depth - 1)});
}

Node Expressions::comparison(int depth) {
  if (auto fresh = rng_.chance(12) ? freshness(depth - 1) : std::nullopt) {
    return *fresh;
  }
  if (auto share = rng_.chance(12) && !common() ? probability(depth - 1) : std::nullopt) {
    return node(Kind::Bool, rng_.pick({"($0 > $1)", "($0 <= $1)", "($0 == $1)"}),
                {*std::move(share), literal(Kind::Prob)});
  }
  if (auto share = rng_.chance(8) && !common() && scope_.inside_prob == 0 ? estimate(depth - 1)
                                                                          : std::nullopt) {
    // Stretches are cut out of a whole history.
    const bool whole = share->pattern.find(" over: ") == std::string::npos && share->uses.empty();
    const std::string recent = whole && rng_.chance(40) ? ", recent: true)" : ")";
    return node(Kind::Bool,
                rng_.pick({"certain($0 > $1, level: 0.6", "possible($0 <= $1, level: 0.9",
                           "certain(!(abs($0 - $1) > 0.3), level: 0.3, groups: 2"}) +
                    recent,
                {*std::move(share), literal(Kind::Prob)});
  }
  switch (rng_.below(6)) {
    case 0:
      return node(Kind::Bool, rng_.pick({"($0 && $1)", "($0 || $1)", "($0 -> $1)"}),
                  {make(Kind::Bool, depth - 1), make(Kind::Bool, depth - 1)});
    case 1:
      return node(Kind::Bool, "!($0)", {make(Kind::Bool, depth - 1)});
    case 2: {
      const Kind kind = rng_.pick({Kind::Int, Kind::String, Kind::Bool});
      return node(
          Kind::Bool, rng_.pick({"(($0, $1) == ($2, $3))", "(($0, $1) != ($2, $3))"}),
          {make(kind, depth - 1), inner(Kind::Int, 0), make(kind, depth - 1), inner(Kind::Int, 0)});
    }
    default: {
      Kind kind = rng_.pick({Kind::Int, Kind::Int, Kind::UInt, Kind::Float, Kind::String,
                             Kind::Prob, Kind::Fixed, Kind::Small, Kind::Time, Kind::Duration});
      if (common() && static_cast<int>(kind) > static_cast<int>(Kind::String)) {
        kind = Kind::Int;
      }
      return node(Kind::Bool, rng_.pick({"($0 == $1)", "($0 != $1)", "($0 < $1)", "($0 >= $1)"}),
                  {make(kind, depth - 1), make(kind, depth - 1)});
    }
  }
}

/// No text takes up more than one other, and never its own past: texts must not grow for ever.
Node Expressions::text(int depth) {
  Kind kind = rng_.pick({Kind::Int, Kind::Float, Kind::Bool, Kind::Fixed, Kind::Duration});
  if (common()) {
    kind = Kind::Int;
  }
  return node(Kind::String, "format(\"<{{a}}|{{b}}\", $0, $1)",
              {make(kind, depth - 1), inner(Kind::String, 0)});
}

}  // namespace fairmon::random_cases
