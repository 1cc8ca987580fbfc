#include "sema/types/checker.hpp"

namespace fairmon::sema::types {
namespace {

constexpr std::uint16_t kFullWidth = 64;

constexpr TypeKind kNumberKinds[] = {TypeKind::Int,   TypeKind::UInt,   TypeKind::Float,
                                     TypeKind::Fixed, TypeKind::UFixed, TypeKind::Prob};

/// What an aggregation makes of numbers of one kind, without the `?`; Unknown if it takes none.
TypeKind result_kind(const ConstructUse& use, TypeKind kind) {
  const Type value(kind, kind == TypeKind::Prob ? std::uint16_t{0} : kFullWidth);
  const auto bound = use.aggregate->bind(value, use.aggregate_argument);
  if (!bound) {
    return TypeKind::Unknown;
  }
  return bound->result.is(TypeKind::Optional) ? bound->result.inner().kind() : bound->result.kind();
}

}  // namespace

bool keeps_type(const ConstructUse& use) {
  bool keeps = false;
  for (const TypeKind kind : kNumberKinds) {
    const TypeKind result = result_kind(use, kind);
    if (kind == TypeKind::Prob || result == TypeKind::Unknown) {
      continue;  // a sum of probabilities is none, and still sums keep types
    }
    if (result != kind) {
      return false;
    }
    keeps = true;
  }
  return keeps;
}

TermId Checker::refuse_window(ExprId id, const ConstructUse& use, TermId value) {
  diag::Report report(
      diagnostics_, Severity::Error, "aggregation-type", context_.expr(id).focus,
      fmt::format("`{}` aggregates {}, but `{}` is {}", use.aggregate->name, use.aggregate->accepts,
                  context_.name_of(use.target), terms_.describe(value)));
  report.label(context_.declared_at(use.target), terms_.describe(value));
  return terms_.poison();
}

/// Numbers: types flow from values to results and back, whatever is known first.
TermId Checker::window_over_numbers(ExprId id, const ConstructUse& use, TermId value) {
  const bool keeps = keeps_type(use);
  KindSet accepted = 0;
  KindSet results = 0;
  for (const TypeKind kind : kNumberKinds) {
    const TypeKind result = result_kind(use, kind);
    if (terms_.may_be(value, only(kind)) && result != TypeKind::Unknown) {
      accepted |= only(kind);
      results |= only(result);
    }
  }
  if (accepted == 0) {
    return refuse_window(id, use, value);
  }
  (void)terms_.restrict(value, accepted);
  if (!keeps && (results & (results - 1)) != 0) {
    terms_.settle(value);  // the kind of the result depends on it
    results = only(result_kind(use, terms_.resolve(value).kind()));
  }
  const bool sum_of_probabilities = accepted == only(TypeKind::Prob) && results != accepted;
  if (!keeps || sum_of_probabilities) {
    return terms_.fresh(results);
  }
  if (results != accepted) {
    (void)terms_.restrict(value, static_cast<KindSet>(~only(TypeKind::Prob)));
  }
  return value;
}

std::optional<TermId> Checker::window_result(ExprId id, const ConstructUse& use, TermId value) {
  if (terms_.is_poison(value)) {
    return terms_.poison();
  }
  if ((terms_.kinds(value) & ~kNumbers) == 0) {
    const TermId result = window_over_numbers(id, use, value);
    const auto bound = use.aggregate->bind(terms_.resolve(value), use.aggregate_argument);
    const bool optional = use.exact || (bound && bound->result.is(TypeKind::Optional));
    return optional ? terms_.optional(result) : result;
  }
  const Type type = terms_.resolve(value);
  if (!type.known()) {
    return std::nullopt;
  }
  const auto bound = use.aggregate->bind(type, use.aggregate_argument);
  if (!bound) {
    return refuse_window(id, use, value);
  }
  terms_.settle(value);
  const bool optional = bound->result.is(TypeKind::Optional);
  const Type& inner = optional ? bound->result.inner() : bound->result;
  // Numbers take the width that is wanted of them.
  const TermId result = inner.is_numeric() ? terms_.fresh(only(inner.kind())) : terms_.known(inner);
  return optional || use.exact ? terms_.optional(result) : result;
}

TermId Checker::infer_window(ExprId id, ConstructUse& use) {
  const TermId value = target_type(id, use);
  if (use.where.valid()) {
    infer_lambda(use.where, use.target);
  }
  if (const auto result = window_result(id, use, value)) {
    return *result;
  }
  // Streams that read each other: more is known once all of them were looked at.
  const TermId result = terms_.fresh(kAnything);
  open_windows_.push_back({id, value, result});
  return result;
}

void Checker::finish_windows() {
  std::vector<OpenWindow> open;
  open.swap(open_windows_);
  bool progress = true;
  while (progress && !open.empty()) {
    progress =
        std::erase_if(open, [&](const OpenWindow& window) {
          const auto result =
              window_result(window.id, *context_.construct(window.id), window.value);
          if (result && !terms_.unify(*result, window.result)) {
            diag::error(diagnostics_, "type-mismatch", context_.expr(window.id).span,
                        fmt::format("this window gives {}, but {} is wanted here",
                                    terms_.describe(*result), terms_.describe(window.result)));
          }
          return result.has_value();
        }) > 0;
  }
  // What is left reads itself, which is reported as such.
}

}  // namespace fairmon::sema::types
