#pragma once

#include <fairmon/value.hpp>

#include <cstdint>
#include <optional>

namespace fairmon::engine {

/// Turns cells of an ordered type into whole numbers in the same order, and back.
class Ranking {
 public:
  /// Nothing for types whose order does not show in the bits of a cell.
  [[nodiscard]] static std::optional<Ranking> of(const Type& type, bool reversed) noexcept {
    const bool is_signed =
        type.is(TypeKind::Int) || type.is(TypeKind::Time) || type.is(TypeKind::Duration);
    if (!type.is_real() && !type.is(TypeKind::UInt) && !is_signed) {
      return std::nullopt;
    }
    Ranking ranking;
    ranking.real_ = type.is_real() ? ~std::uint64_t{0} : 0;
    ranking.sign_ = type.is(TypeKind::UInt) ? 0 : std::uint64_t{1} << 63;
    ranking.flip_ = reversed ? ~std::uint64_t{0} : 0;
    return ranking;
  }

  /// Negative doubles have the reverse order of their bits.
  [[nodiscard]] std::uint64_t rank(Cell value) const noexcept {
    return value ^ ((spread_sign(value) & real_) | sign_) ^ flip_;
  }
  [[nodiscard]] Cell value_of(std::uint64_t ranked) const noexcept {
    const std::uint64_t plain = ranked ^ flip_;
    return plain ^ ((~spread_sign(plain) & real_) | sign_);
  }

 private:
  /// All ones if the highest bit is set.
  [[nodiscard]] static std::uint64_t spread_sign(std::uint64_t bits) noexcept {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(bits) >> 63);
  }
  std::uint64_t real_ = 0;
  std::uint64_t sign_ = 0;
  std::uint64_t flip_ = 0;
};

}  // namespace fairmon::engine
