#pragma once

// The scan over blocks of 64 bytes, shared by the instruction sets. Each including file brings a
// type `Block` with a constructor from `const char*`, `std::uint64_t equal(char) const` that gives
// one bit per byte, and `write_places` that turns such bits into offsets. Everything has internal
// linkage and uses builtins only: the including files are compiled for different processors, and no
// function of one may end up in another.

#include <cstddef>
#include <cstdint>

#include "plugins/inputs/csv/scan.hpp"

namespace fairmon::plugins::csv {

namespace {

/// Bit i is the parity of bits 0 to i.
inline std::uint64_t running_parity(std::uint64_t bits) {
  bits ^= bits << 1;
  bits ^= bits << 2;
  bits ^= bits << 4;
  bits ^= bits << 8;
  bits ^= bits << 16;
  bits ^= bits << 32;
  return bits;
}

/// What is carried from one block to the next.
struct Carry {
  std::uint64_t inside = 0;         ///< all ones within quotes
  std::uint64_t after_break = 1;    ///< the byte before was a separator (or there was none)
  std::uint64_t after_closing = 0;  ///< the byte before closed a quoted field (or half a pair)
};

struct Masks {
  std::uint64_t separators;
  std::uint64_t line_feeds;
};

/// Byte by byte, for blocks with quotes in the middle of unquoted fields, where a quote is an
/// ordinary character.
inline Masks classify_slowly(Masks raw, std::uint64_t quotes, Carry& carry) {
  Masks found{0, 0};
  bool inside = carry.inside != 0;
  bool after_break = carry.after_break != 0;
  bool after_closing = carry.after_closing != 0;
  for (unsigned i = 0; i < 64; ++i) {
    const std::uint64_t bit = std::uint64_t{1} << i;
    const bool quote = (quotes & bit) != 0;
    if (inside) {
      inside = !quote;
      after_closing = quote;
      after_break = false;
      continue;
    }
    const bool separator = (raw.separators & bit) != 0;
    inside = quote && (after_break || after_closing);
    after_closing = false;
    after_break = separator;
    found.separators |= separator ? bit : 0;
    found.line_feeds |= raw.line_feeds & bit;
  }
  carry.inside = inside ? ~std::uint64_t{0} : 0;
  carry.after_break = after_break ? 1 : 0;
  carry.after_closing = after_closing ? 1 : 0;
  return found;
}

/// Takes separators within quotes away.
inline Masks without_quoted(Masks raw, std::uint64_t quotes, Carry& carry) {
  const std::uint64_t inside = running_parity(quotes) ^ carry.inside;
  const Masks outside{raw.separators & ~inside, raw.line_feeds & ~inside};
  const std::uint64_t opening = quotes & inside;
  const std::uint64_t closing = quotes & ~inside;
  const std::uint64_t may_open =
      (outside.separators << 1) | carry.after_break | (closing << 1) | carry.after_closing;
  if ((opening & ~may_open) != 0) {
    return classify_slowly(raw, quotes, carry);
  }
  carry.inside = std::uint64_t{0} - (inside >> 63);
  carry.after_break = outside.separators >> 63;
  carry.after_closing = closing >> 63;
  return outside;
}

/// Writes `at` plus the number of each bit. Eight at a time: the loop runs once for most blocks,
/// whatever their number of separators.
inline void write_places_by_eights(std::uint64_t bits, std::uint32_t at, std::uint32_t* out) {
  constexpr std::uint64_t kTopBit = std::uint64_t{1} << 63;  // so that there is a bit to find
  while (bits != 0) {
    for (unsigned i = 0; i < 8; ++i) {
      *out++ = at + static_cast<std::uint32_t>(__builtin_ctzll(bits | kTopBit));
      bits &= bits - 1;
    }
  }
}

/// Writes the number of each line feed among the separators, `count` of which came before. Two are
/// written always, so that blocks with one and with two look the same to the processor.
inline std::uint32_t* write_record_ends(Masks masks, std::uint32_t count, std::uint32_t* out) {
  std::uint64_t ends = masks.line_feeds;
  const auto next = [&] {
    const std::uint64_t below = (ends & (0 - ends)) - 1;
    ends &= ends - 1;
    return count + static_cast<std::uint32_t>(__builtin_popcountll(masks.separators & below));
  };
  const auto found = static_cast<std::size_t>(__builtin_popcountll(ends));
  out[0] = next();
  out[1] = next();
  for (std::size_t i = 2; i < found; ++i) {
    out[i] = next();
  }
  return out + found;
}

template <class Block, bool kQuoting>
ScanResult scan_blocks(const char* text, std::size_t size, const Dialect& dialect,
                       std::uint32_t* separators, std::uint32_t* record_ends) {
  ScanResult result;
  Carry carry;
  std::uint32_t* next_separator = separators;
  std::uint32_t* next_record = record_ends;
  std::uint32_t count = 0;
  for (std::size_t at = 0; at < size; at += 64) {
    const Block block(text + at);
    const std::uint64_t valid =
        size - at >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << (size - at)) - 1;
    Masks masks;
    masks.line_feeds = block.equal('\n') & valid;
    masks.separators = (block.equal(dialect.delimiter) & valid) | masks.line_feeds;
    if constexpr (kQuoting) {
      const std::uint64_t quotes = block.equal(dialect.quote) & valid;
      if ((quotes | carry.inside) != 0) {
        masks = without_quoted(masks, quotes, carry);
        result.quotes_seen = true;
      } else {
        carry.after_break = masks.separators >> 63;
        carry.after_closing = 0;
      }
    }
    next_record = write_record_ends(masks, count, next_record);
    const auto found = static_cast<std::uint32_t>(__builtin_popcountll(masks.separators));
    Block::write_places(masks.separators, static_cast<std::uint32_t>(at), next_separator);
    next_separator += found;
    count += found;
  }
  result.num_separators = count;
  result.num_records = static_cast<std::size_t>(next_record - record_ends);
  result.inside_quotes = carry.inside != 0;
  return result;
}

template <class Block>
ScanResult scan_with(const char* text, std::size_t size, const Dialect& dialect,
                     std::uint32_t* separators, std::uint32_t* record_ends) {
  return dialect.quoting ? scan_blocks<Block, true>(text, size, dialect, separators, record_ends)
                         : scan_blocks<Block, false>(text, size, dialect, separators, record_ends);
}

}  // namespace

}  // namespace fairmon::plugins::csv
