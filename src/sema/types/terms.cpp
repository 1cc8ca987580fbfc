#include "sema/types/terms.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace fairmon::sema::types {
namespace {

constexpr KindSet kSized = kIntegers | kDecimals | only(TypeKind::Float);
constexpr KindSet kCompound = any_of(TypeKind::Tuple, TypeKind::Optional);
constexpr std::uint16_t kDefaultBits = 64;

bool is_single(KindSet kinds) { return std::has_single_bit(kinds); }

TypeKind single(KindSet kinds) { return static_cast<TypeKind>(std::countr_zero(kinds)); }

}  // namespace

Terms::Terms() { terms_.push_back({{}, only(TypeKind::Unknown), 0, {}}); }

TermId Terms::fresh(KindSet kinds) { return terms_.push_back({{}, kinds, 0, {}}); }

TermId Terms::known(const Type& type) {
  if (!type.known()) {
    return poison();
  }
  std::vector<TermId> parts;
  if (type.is(TypeKind::Tuple) || type.is(TypeKind::Optional)) {
    for (const Type& part : type.parts()) {
      parts.push_back(known(part));
    }
  }
  return terms_.push_back({{}, only(type.kind()), type.bits(), std::move(parts)});
}

TermId Terms::tuple(std::vector<TermId> parts) {
  return terms_.push_back({{}, only(TypeKind::Tuple), 0, std::move(parts)});
}

TermId Terms::optional(TermId inner) {
  if (is_poison(inner)) {
    return poison();
  }
  return terms_.push_back({{}, only(TypeKind::Optional), 0, {inner}});
}

TermId Terms::root(TermId id) const {
  while (terms_[id].parent.valid()) {
    const TermId parent = terms_[id].parent;
    if (terms_[parent].parent.valid()) {
      terms_[id].parent = terms_[parent].parent;
    }
    id = parent;
  }
  return id;
}

bool Terms::is_settled(TermId id) const {
  const Term& term = terms_[root(id)];
  if (!is_single(term.kinds)) {
    return false;
  }
  return std::all_of(term.parts.begin(), term.parts.end(),
                     [&](TermId part) { return is_settled(part); });
}

bool Terms::occurs(TermId needle, TermId haystack) const {
  haystack = root(haystack);
  if (needle == haystack) {
    return true;
  }
  const std::vector<TermId>& parts = terms_[haystack].parts;
  return std::any_of(parts.begin(), parts.end(), [&](TermId part) { return occurs(needle, part); });
}

bool Terms::unify(TermId a, TermId b) {
  a = root(a);
  b = root(b);
  if (a == b || a == poison() || b == poison()) {
    return true;
  }
  Term& left = terms_[a];
  Term& right = terms_[b];
  const auto common = static_cast<KindSet>(left.kinds & right.kinds);
  if (common == 0) {
    return false;
  }
  if (left.bits != 0 && right.bits != 0 && left.bits != right.bits) {
    return false;
  }
  const bool compound = (common & kCompound) != 0 && is_single(common);
  if (compound && is_single(left.kinds) && is_single(right.kinds)) {
    if (left.parts.size() != right.parts.size()) {
      return false;
    }
    // Copies: linking below may move the terms.
    const std::vector<TermId> left_parts = left.parts;
    const std::vector<TermId> right_parts = right.parts;
    for (std::size_t i = 0; i < left_parts.size(); ++i) {
      if (!unify(left_parts[i], right_parts[i])) {
        return false;
      }
    }
  } else if (compound) {
    const bool left_open = !is_single(left.kinds);
    if (occurs(left_open ? a : b, left_open ? b : a)) {
      return false;
    }
  }
  // The side with structure or width stays the root.
  const bool keep_right = !right.parts.empty() || (left.bits == 0 && right.bits != 0);
  Term& kept = keep_right ? right : left;
  Term& linked = keep_right ? left : right;
  kept.kinds = common;
  kept.bits = kept.bits != 0 ? kept.bits : linked.bits;
  linked.parent = keep_right ? b : a;
  return true;
}

bool Terms::restrict(TermId id, KindSet kinds) {
  Term& term = terms_[root(id)];
  if (is_poison(id)) {
    return true;
  }
  const auto common = static_cast<KindSet>(term.kinds & kinds);
  if (common == 0) {
    return false;
  }
  term.kinds = common;
  return true;
}

TypeKind Terms::default_kind(KindSet kinds) {
  if (is_single(kinds)) {
    return single(kinds);
  }
  if ((kinds & ~kNumbers) != 0) {
    return TypeKind::Unknown;
  }
  for (const TypeKind kind : {TypeKind::Int, TypeKind::UInt, TypeKind::Float, TypeKind::Prob}) {
    if ((kinds & only(kind)) != 0) {
      return kind;
    }
  }
  return TypeKind::Fixed;
}

void Terms::settle(TermId id) {
  Term& term = terms_[root(id)];
  if (is_poison(id)) {
    return;
  }
  const TypeKind kind = default_kind(term.kinds);
  if (kind == TypeKind::Unknown) {
    return;
  }
  term.kinds = only(kind);
  const std::vector<TermId> parts = term.parts;
  for (const TermId part : parts) {
    settle(part);
  }
}

void Terms::weaken(TermId id) {
  Term& term = terms_[root(id)];
  if ((term.kinds & ~kNumbers) == 0 && !is_single(term.kinds)) {
    if ((term.kinds & kIntegers) != 0) {
      term.kinds &= kIntegers;
    } else if ((term.kinds & only(TypeKind::Float)) != 0) {
      term.kinds &= static_cast<KindSet>(~only(TypeKind::Prob));
    }
  }
  const std::vector<TermId> parts = term.parts;
  for (const TermId part : parts) {
    weaken(part);
  }
}

Type Terms::resolve(TermId id) const {
  const Term& term = terms_[root(id)];
  const TypeKind kind = default_kind(term.kinds);
  if (kind == TypeKind::Tuple || kind == TypeKind::Optional) {
    std::vector<Type> parts;
    for (const TermId part : term.parts) {
      parts.push_back(resolve(part));
      if (!parts.back().known()) {
        return {};
      }
    }
    return kind == TypeKind::Tuple ? Type::tuple(std::move(parts)) : Type::optional(parts.front());
  }
  if (kind == TypeKind::Unknown) {
    return {};
  }
  const bool sized = (only(kind) & kSized) != 0;
  const std::uint16_t bits = sized && term.bits == 0 ? kDefaultBits : term.bits;
  return {kind, sized ? bits : std::uint16_t{0}};
}

std::string Terms::describe(TermId id) const {
  const Term& term = terms_[root(id)];
  if (is_single(term.kinds)) {
    if (term.kinds == only(TypeKind::Tuple)) {
      std::string text = "(";
      for (std::size_t i = 0; i < term.parts.size(); ++i) {
        text += (i == 0 ? "" : ", ") + describe(term.parts[i]);
      }
      return text + ")";
    }
    if (term.kinds == only(TypeKind::Optional)) {
      return describe(term.parts.front()) + "?";
    }
    return resolve(id).to_string();
  }
  if ((term.kinds & ~kNumbers) != 0) {
    return "any type";
  }
  return (term.kinds & kIntegers) != 0 ? "a whole number" : "a number";
}

}  // namespace fairmon::sema::types
