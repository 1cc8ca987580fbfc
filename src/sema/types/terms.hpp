#pragma once

#include <fairmon/value.hpp>

#include <cstdint>
#include <string>
#include <vector>

#include "support/id.hpp"

/// Types that are still being found out.
namespace fairmon::sema::types {

using TermId = support::Id<struct TermTag>;

/// A set of kinds a type may still have.
using KindSet = std::uint16_t;

[[nodiscard]] constexpr KindSet only(TypeKind kind) {
  return static_cast<KindSet>(1U << static_cast<unsigned>(kind));
}
template <class... Kinds>
[[nodiscard]] constexpr KindSet any_of(Kinds... kinds) {
  return static_cast<KindSet>((only(kinds) | ...));
}

constexpr KindSet kIntegers = any_of(TypeKind::Int, TypeKind::UInt);
constexpr KindSet kDecimals = any_of(TypeKind::Fixed, TypeKind::UFixed);
constexpr KindSet kReals = any_of(TypeKind::Float, TypeKind::Prob);
constexpr KindSet kNumbers = kIntegers | kDecimals | kReals;
constexpr KindSet kTimes = any_of(TypeKind::Time, TypeKind::Duration);
constexpr KindSet kAnything =
    static_cast<KindSet>(0x3FFFU & ~static_cast<unsigned>(only(TypeKind::Unknown)));

/// All types of one run of inference, as a union-find structure: unified terms share a root.
class Terms {
 public:
  Terms();

  /// A type of which only the possible kinds are known.
  TermId fresh(KindSet kinds);
  TermId known(const Type& type);
  TermId tuple(std::vector<TermId> parts);
  TermId optional(TermId inner);
  /// Stands for a type about which an error was reported; agrees with everything.
  [[nodiscard]] TermId poison() const { return TermId(0); }

  [[nodiscard]] TermId root(TermId id) const;
  [[nodiscard]] KindSet kinds(TermId id) const { return terms_[root(id)].kinds; }
  [[nodiscard]] bool is_poison(TermId id) const { return root(id) == poison(); }
  /// Whether exactly this kind is left.
  [[nodiscard]] bool is(TermId id, TypeKind kind) const { return kinds(id) == only(kind); }
  [[nodiscard]] bool may_be(TermId id, KindSet wanted) const { return (kinds(id) & wanted) != 0; }
  /// Whether one kind is left, in all components.
  [[nodiscard]] bool is_settled(TermId id) const;
  [[nodiscard]] const std::vector<TermId>& parts(TermId id) const { return terms_[root(id)].parts; }
  [[nodiscard]] std::uint16_t bits(TermId id) const { return terms_[root(id)].bits; }

  /// Makes both the same type; false, with nothing changed at the top, if that cannot be.
  [[nodiscard]] bool unify(TermId a, TermId b);
  /// Leaves only these kinds; false, with nothing changed, if none would be left.
  [[nodiscard]] bool restrict(TermId id, KindSet kinds);
  /// Takes the default of what is still open: Int64, then UInt64, then Float64.
  void settle(TermId id);
  /// What a stream's type keeps open for its readers: whole numbers stay whole.
  void weaken(TermId id);

  /// The type, with defaults for what is open; Unknown if it cannot be told.
  [[nodiscard]] Type resolve(TermId id) const;
  /// For messages: `Int64`, "a number", …
  [[nodiscard]] std::string describe(TermId id) const;

 private:
  struct Term {
    TermId parent;  ///< invalid: a root
    KindSet kinds = 0;
    std::uint16_t bits = 0;  ///< 0: not yet known
    std::vector<TermId> parts;
  };
  [[nodiscard]] bool occurs(TermId needle, TermId haystack) const;
  static TypeKind default_kind(KindSet kinds);

  /// Mutable: looking for a root shortens the way to it.
  mutable support::IdVector<TermId, Term> terms_;
};

}  // namespace fairmon::sema::types
