#include "ir/structure.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ir/rewrite.hpp"
#include "ir/text_values.hpp"

namespace fairmon::ir {
namespace {

std::string activation_key(const Activation& formula) {
  if (formula.kind == Activation::Kind::True) {
    return "T";
  }
  if (formula.kind == Activation::Kind::Input) {
    return fmt::format("i{}", formula.input.value);
  }
  std::string text = formula.kind == Activation::Kind::And ? "&(" : "|(";
  for (const Activation& part : formula.parts) {
    text += activation_key(part) + ",";
  }
  return text + ")";
}

void put(std::string& key, std::uint32_t number) {
  key.append(reinterpret_cast<const char*>(&number), sizeof number);
}

void put_type(std::string& key, const Type& type) {
  key += static_cast<char>(type.kind());
  put(key, type.bits());
  for (const Type& part : type.parts()) {
    put_type(key, part);
  }
  key += ')';
}

bool stream_can_fail(const Program& program, const Stream& stream) {
  bool found = stream.spawn &&
               (can_fail(program, stream.spawn->when) || can_fail(program, stream.spawn->with));
  found = found || (stream.close && can_fail(program, stream.close->when));
  for (const EvalClause& eval : stream.evals) {
    found = found || can_fail(program, eval.when) || can_fail(program, eval.with);
  }
  return found;
}

}  // namespace

void Structure::set_self(StreamId stream) {
  self_ = stream;
  for (const ExprId id : touched_) {
    known_[id] = 0;
  }
  touched_.clear();
}

std::string Structure::stream_name(StreamId id) const {
  return id == self_ ? "self" : fmt::format("{}", id.value);
}

std::uint32_t Structure::number(ExprId root) {
  if (!root.valid()) {
    return 0;
  }
  known_.resize(std::max(known_.size(), program_.exprs.size()));
  // Operands first, without recursion along deep expressions.
  std::vector<ExprId> open{root};
  while (!open.empty()) {
    const ExprId id = open.back();
    if (known_[id] != 0) {
      open.pop_back();
      continue;
    }
    const std::size_t before = open.size();
    for (const ExprId operand : program_.exprs[id].operands) {
      if (known_[operand] == 0) {
        open.push_back(operand);
      }
    }
    if (open.size() == before) {
      open.pop_back();
      // The key first: an aggregation numbers the expressions inside it.
      std::string key = expr_key(program_.exprs[id]);
      const auto fresh = static_cast<std::uint32_t>(numbers_.size() + 1);
      known_[id] = numbers_.emplace(std::move(key), fresh).first->second;
      touched_.push_back(id);
    }
  }
  return known_[root];
}

std::string Structure::expr_key(const Expr& expr) {
  // Bytes, not words: every expression of a program is looked up by such a key.
  std::string key;
  put(key, static_cast<std::uint32_t>(expr.kind));
  put(key, expr.index);
  put_type(key, expr.type);
  if (expr.kind == ExprKind::Constant) {
    key += print_constant(expr.type, expr.constant);
    return key;
  }
  if (expr.kind == ExprKind::Apply) {
    key += expr.function->name;
    put(key, expr.overload);
  } else if (expr.kind == ExprKind::WindowRead) {
    key += window_key(expr.window);
  } else if (expr.kind == ExprKind::InstanceAggregate) {
    key += aggregation_key(expr.aggregation);
  } else if (expr.stream.valid()) {
    put(key, expr.stream == self_ ? StreamId::kInvalid : expr.stream.value);
  }
  for (const ExprId operand : expr.operands) {
    put(key, known_[operand]);
  }
  if (keep_places_ && can_fail(program_, expr)) {
    put(key, expr.span.begin);
    put(key, expr.span.end);
    put(key, expr.span.file);
  }
  return key;
}

std::string Structure::pacing_key(const Pacing& pacing) {
  if (pacing.kind == PacingKind::Event) {
    return "@" + activation_key(pacing.activation);
  }
  return fmt::format("@{}{}/{}", pacing.kind == PacingKind::Global ? "g" : "l",
                     pacing.period.numerator, pacing.period.denominator);
}

std::string Structure::window_key(WindowId id) {
  const Window& window = program_.windows[id];
  return fmt::format("[{} {} {} {} {} {} {} {} {} {}]", stream_name(window.target),
                     static_cast<int>(window.kind), window.duration_ns, window.count, window.exact,
                     window.aggregate == nullptr ? "" : window.aggregate->name,
                     window.aggregate_argument, static_cast<int>(window.start),
                     stream_name(window.caller), pacing_key(window.caller_pacing));
}

std::string Structure::aggregation_key(AggregationId id) {
  const InstanceAggregation& aggregation = program_.aggregations[id];
  return fmt::format("[{} {} {} {} {} {}]", stream_name(aggregation.target),
                     static_cast<int>(aggregation.selection), aggregation.aggregate->name,
                     aggregation.aggregate_argument, number(aggregation.where),
                     number(aggregation.map));
}

std::string Structure::spawn_key(const Stream& stream) {
  std::string key = stream.instance_type().to_string();
  if (stream.spawn) {
    key += fmt::format(" {} {} {}", pacing_key(stream.spawn->pacing), number(stream.spawn->when),
                       number(stream.spawn->with));
  }
  return key;
}

std::string Structure::close_key(const Stream& stream) {
  return stream.close
             ? fmt::format("{} {}", pacing_key(stream.close->pacing), number(stream.close->when))
             : std::string("never");
}

std::string Structure::stream_key(StreamId id) {
  set_self(id);
  const Stream& stream = program_.streams[id];
  std::string key = stream.type.to_string() + " " + spawn_key(stream) + " / " + close_key(stream);
  for (const EvalClause& eval : stream.evals) {
    key +=
        fmt::format(" / {} {} {}", pacing_key(eval.pacing), number(eval.when), number(eval.with));
  }
  if (keep_places_ && stream_can_fail(program_, stream)) {
    key += fmt::format(" / {}", stream.origin.value);
  }
  return key;
}

}  // namespace fairmon::ir
