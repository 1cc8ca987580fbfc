#include <fairmon/filter.hpp>
#include <fairmon/spec.hpp>
#include <fmt/format.h>

#include <algorithm>

#include "api/filter/conditions.hpp"
#include "api/spec_body.hpp"
#include "ir/dependencies.hpp"
#include "ir/rewrite.hpp"

namespace fairmon {
namespace {

using ir::ExprKind;

std::string_view past_access(ExprKind kind) {
  return kind == ExprKind::Hold         ? "reads the latest value of"
         : kind == ExprKind::Offset     ? "reads earlier values of"
         : kind == ExprKind::WindowRead ? "has a window over"
                                        : "";
}

/// A stream that needs events, in words that can be joined.
struct Obstacle {
  std::string stream;
  std::string_view head;
  std::vector<std::string> items;
  std::string_view tail;
};

/// Collects, over everything an event can do, what must hold of the event for it to be done.
class Derivation {
 public:
  explicit Derivation(const ir::Program& program) : program_(program) {}

  DerivedFilter run() {
    for (const ir::Stream& stream : program_.streams) {
      add_stream(stream);
    }
    add_remembered_inputs();
    DerivedFilter derived;
    std::vector<Filter> conditional = wanted_;
    std::erase_if(conditional, api::is_true);
    derived.condition = any_of(std::move(wanted_));
    derived.without_blockers = any_of(std::move(conditional));
    derived.blockers = blockers();
    return derived;
  }

 private:
  /// A specification that no event can influence: sources need not know about that.
  static Filter any_of(std::vector<Filter> wanted) {
    Filter condition = api::filter_or(std::move(wanted));
    return condition.kind == FilterKind::Or && condition.parts.empty() ? api::filter_true()
                                                                       : condition;
  }

  const std::string& shown(const ir::Stream& stream) const {
    return stream.origin.valid() ? program_.streams[stream.origin].name : stream.name;
  }

  /// Several things of one kind become one sentence: "is" "spawned and evaluated" "under …".
  void block(const ir::Stream& stream, std::string_view head, std::string item,
             std::string_view tail) {
    const std::string& name = shown(stream);
    auto known = std::find_if(obstacles_.begin(), obstacles_.end(), [&](const Obstacle& other) {
      return other.stream == name && other.head == head && other.tail == tail;
    });
    if (known == obstacles_.end()) {
      known = obstacles_.insert(known, Obstacle{name, head, {}, tail});
    }
    if (std::find(known->items.begin(), known->items.end(), item) == known->items.end()) {
      known->items.push_back(std::move(item));
    }
  }

  [[nodiscard]] std::vector<FilterBlocker> blockers() const {
    std::vector<FilterBlocker> found;
    for (const Obstacle& obstacle : obstacles_) {
      std::string items = obstacle.items.front();
      for (std::size_t i = 1; i < obstacle.items.size(); ++i) {
        items += (i + 1 < obstacle.items.size() ? ", " : " and ") + obstacle.items[i];
      }
      found.push_back(
          {obstacle.stream, fmt::format("{} {}{}", obstacle.head, items, obstacle.tail)});
    }
    return found;
  }

  void want(const ir::Stream& stream, Filter condition, std::string what) {
    if (api::is_true(condition)) {
      block(stream, "is", std::move(what), " under no condition on the event alone");
    }
    wanted_.push_back(std::move(condition));
  }

  void add_stream(const ir::Stream& stream) {
    const api::Implied implied(program_, stream);
    if (stream.spawn && stream.spawn->pacing.kind == ir::PacingKind::Event) {
      want(stream, implied.if_true(stream.spawn->when), "spawned");
    }
    for (const ir::EvalClause& eval : stream.evals) {
      if (eval.pacing.kind == ir::PacingKind::Event) {
        std::vector<Filter> parts{implied.if_true(eval.when)};
        if (const ir::ExprId step = counter_step(stream, eval);
            step.valid() && !ir::can_fail(program_, eval.when)) {
          parts.push_back(implied.if_true(step));
        }
        want(stream, api::filter_and(std::move(parts)), "evaluated");
      }
    }
    if (stream.close && stream.close->pacing.kind == ir::PacingKind::Event) {
      want(stream, implied.if_true(stream.close->when), "closed");
    }
  }

  /// The condition under which a hidden counter changes. Otherwise it repeats its value, which
  /// those who read it (in the same cycle, or its latest value with 0 for none) cannot tell from
  /// silence.
  ir::ExprId counter_step(const ir::Stream& stream, const ir::EvalClause& eval) const {
    const ir::Expr& sum = program_.exprs[eval.with];
    if (stream.kind != ir::StreamKind::Hidden || stream.evals.size() != 1 ||
        sum.kind != ExprKind::Apply || sum.function->name != "add" ||
        !stream.type.is(TypeKind::UInt)) {
      return {};
    }
    const ir::Expr& before = program_.exprs[sum.operands[0]];
    const ir::Expr& step = program_.exprs[sum.operands[1]];
    if (before.kind != ExprKind::Defaults || step.kind != ExprKind::If) {
      return {};
    }
    const ir::Expr& previous = program_.exprs[before.operands[0]];
    const bool own =
        previous.kind == ExprKind::Offset && &program_.streams[previous.stream] == &stream;
    return own && is_zero(before.operands[1]) && is_zero(step.operands[2]) ? step.operands[0]
                                                                           : ir::ExprId();
  }

  bool is_zero(ir::ExprId id) const {
    const ir::Expr& expr = program_.exprs[id];
    return expr.kind == ExprKind::Constant && expr.constant.as<std::uint64_t>() == 0;
  }

  /// An input whose past can be read matters whenever it brings a value.
  void add_remembered_inputs() {
    for (const ir::Dependency& dependency : ir::collect_dependencies(program_)) {
      const std::string_view access = past_access(dependency.access);
      if (dependency.to.index() < program_.num_inputs && !access.empty()) {
        block(program_.streams[dependency.from], access, program_.streams[dependency.to].name, "");
        wanted_.push_back(api::filter_true());
      }
    }
  }

  const ir::Program& program_;
  std::vector<Filter> wanted_;
  std::vector<Obstacle> obstacles_;
};

std::string_view sign(FilterTest test) {
  switch (test) {
    case FilterTest::Equal:
      return "==";
    case FilterTest::NotEqual:
      return "!=";
    case FilterTest::Less:
      return "<";
    case FilterTest::LessEqual:
      return "<=";
    case FilterTest::Greater:
      return ">";
    case FilterTest::GreaterEqual:
      return ">=";
  }
  return {};
}

Type type_of(const Value& value) {
  switch (value.content().index()) {
    case 1:
      return Type::boolean();
    case 2:
      return Type::integer();
    case 3:
      return Type::unsigned_integer();
    case 4:
      return Type::floating();
    default:
      return Type::string();
  }
}

}  // namespace

std::string Filter::to_string() const {
  switch (kind) {
    case FilterKind::True:
      return "true";
    case FilterKind::Test:
      return fmt::format("{} {} {}", input, sign(test), to_text(type_of(constant), constant));
    case FilterKind::And:
    case FilterKind::Or:
      break;
  }
  if (parts.empty()) {
    return kind == FilterKind::And ? "true" : "false";
  }
  std::string text;
  for (const Filter& part : parts) {
    const bool group = part.kind == FilterKind::Or || part.kind == FilterKind::And;
    text += text.empty() ? "" : kind == FilterKind::And ? " && " : " || ";
    text += group ? "(" + part.to_string() + ")" : part.to_string();
  }
  return text;
}

DerivedFilter derive_filter(const Spec& spec) {
  DerivedFilter derived = Derivation(*spec.body().program).run();
  for (const InputSchema::Input& input : spec.input_schema().inputs) {
    if (input.needed) {
      derived.needed_inputs.push_back(input.name);
    }
  }
  return derived;
}

}  // namespace fairmon
