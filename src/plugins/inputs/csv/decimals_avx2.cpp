// Compiled for processors with AVX2 and BMI; reached only after asking the processor. Four fields
// at a time: their last 16 bytes become digits, the point is taken out, and pairs, fours and
// eights of digits are joined by multiplications that do all four fields at once.
#ifdef __AVX2__

#include <immintrin.h>

#include "plugins/inputs/csv/decimals.hpp"

namespace fairmon::plugins::csv {

namespace {

/// Where the point of a field stands among its 16 bytes; this if it has none.
constexpr unsigned kNoPoint = 16;

/// All tables have an entry per length, or per place of the point.
struct Tables {
  alignas(16) unsigned char keep[17][16] = {};    ///< ones over the last bytes
  alignas(16) unsigned char remove[17][16] = {};  ///< what is before the point moves up
  double divisor[2][17] = {};                     ///< power of ten, negated for negative numbers
  std::int64_t unit[17] = {};                     ///< nanoseconds of the last digit, 0 if below one
};

constexpr Tables make_tables() {
  Tables tables;
  for (unsigned number = 0; number <= kNoPoint; ++number) {
    for (unsigned byte = 0; byte < 16; ++byte) {
      tables.keep[number][byte] = byte >= 16 - number ? 0xff : 0;
      // A point behind the last digit stays, so that the field is refused: it may be all there is.
      const bool moves = number < 15 && byte <= number;
      const unsigned from = moves ? byte - 1 : byte;
      tables.remove[number][byte] = static_cast<unsigned char>(moves && byte == 0 ? 0x80 : from);
    }
    const unsigned fraction_digits = number == kNoPoint ? 0 : 15 - number;
    double power = 1.0;
    std::int64_t unit = 1'000'000'000;
    for (unsigned i = 0; i < fraction_digits; ++i) {
      power *= 10.0;
      unit /= 10;
    }
    tables.divisor[0][number] = power;
    tables.divisor[1][number] = -power;
    tables.unit[number] = unit;
  }
  return tables;
}

constexpr Tables kTables = make_tables();

inline __m128i load16(const void* from) {
  return _mm_loadu_si128(static_cast<const __m128i*>(from));
}
inline __m256i joined(const void* low, const void* high) {
  return _mm256_inserti128_si256(_mm256_castsi128_si256(load16(low)), load16(high), 1);
}

struct Field {
  const char* end;
  unsigned length;  ///< without the minus
  unsigned negative;
};

/// The field behind the separator; lines may end with a carriage return.
template <bool kReturns>
inline Field field_behind(const char* text, const std::uint32_t* separator) {
  const char* begin = text + static_cast<std::uint32_t>(separator[0] + 1);
  const char* end = text + separator[1];
  if constexpr (kReturns) {
    end -= end[-1] == '\r' ? 1 : 0;
  }
  const unsigned negative = *begin == '-' ? 1 : 0;
  return {end, static_cast<unsigned>(end - begin) - negative, negative};
}

/// Four numbers as digits without point, and where the points were.
struct Four {
  __m256i mantissas;
  unsigned point[4];
};

/// Digits of two fields, one in each half; what is before a field counts as zeros.
inline __m256i digits_of(const Field& low, const Field& high) {
  const __m256i keep = joined(kTables.keep[low.length], kTables.keep[high.length]);
  const __m256i raw = joined(low.end - 16, high.end - 16);
  return _mm256_and_si256(_mm256_sub_epi8(raw, _mm256_set1_epi8('0')), keep);
}

/// Takes the points out; their places are told.
inline __m256i without_points(__m256i digits, unsigned& low, unsigned& high) {
  const __m256i point = _mm256_set1_epi8(static_cast<char>('.' - '0'));
  const auto found = static_cast<unsigned>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(digits, point)));
  low = _tzcnt_u32(found | 0x1'0000U);
  high = _tzcnt_u32((found >> 16) | 0x1'0000U);
  return _mm256_shuffle_epi8(digits, joined(kTables.remove[low], kTables.remove[high]));
}

inline __m256i fours_of_digits(__m256i digits) {
  const __m256i pairs = _mm256_maddubs_epi16(digits, _mm256_set1_epi16(0x010a));
  return _mm256_madd_epi16(pairs, _mm256_set1_epi32(0x0001'0064));
}

/// False if one of the fields is not a plain number.
[[gnu::always_inline]] inline bool read_four(const Field (&fields)[4], Four& out) {
  unsigned too_long = 0;
  for (const Field& field : fields) {
    too_long |= field.length - 1;
  }
  if (too_long > 15) {
    return false;
  }
  const __m256i even = without_points(digits_of(fields[0], fields[2]), out.point[0], out.point[2]);
  const __m256i odd = without_points(digits_of(fields[1], fields[3]), out.point[1], out.point[3]);
  // A sixteenth digit must be zero: fifteen always fit into a double.
  const __m256i most =
      _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9));
  const __m256i over = _mm256_or_si256(_mm256_subs_epu8(even, most), _mm256_subs_epu8(odd, most));
  if (_mm256_testz_si256(over, over) == 0) {
    return false;
  }
  const __m256i fours = _mm256_packus_epi32(fours_of_digits(even), fours_of_digits(odd));
  const __m256i eights = _mm256_madd_epi16(fours, _mm256_set1_epi32(0x0001'2710));
  out.mantissas = _mm256_add_epi64(_mm256_mul_epu32(eights, _mm256_set1_epi64x(100'000'000)),
                                   _mm256_srli_epi64(eights, 32));
  return true;
}

/// Doubles nearest to the numbers: both operands of the division are exact.
struct Reals {
  static bool finish(const Four& four, const Field (&fields)[4], Cell* cells) {
    // Below 2^52 the number is the mantissa of a double between 2^52 and 2^53.
    const __m256d magic = _mm256_set1_pd(4503599627370496.0);
    const __m256d shifted =
        _mm256_castsi256_pd(_mm256_or_si256(four.mantissas, _mm256_castpd_si256(magic)));
    const auto divisor = [&](unsigned i) {
      return kTables.divisor[fields[i].negative][four.point[i]];
    };
    const __m256d divisors = _mm256_setr_pd(divisor(0), divisor(1), divisor(2), divisor(3));
    _mm256_storeu_pd(reinterpret_cast<double*>(cells),
                     _mm256_div_pd(_mm256_sub_pd(shifted, magic), divisors));
    return true;
  }
};

struct Wholes {
  static bool finish(const Four& four, const Field (&fields)[4], Cell* cells) {
    if ((four.point[0] & four.point[1] & four.point[2] & four.point[3]) != kNoPoint) {
      return false;
    }
    const auto sign = [&](unsigned i) { return -static_cast<long long>(fields[i].negative); };
    const __m256i signs = _mm256_setr_epi64x(sign(0), sign(1), sign(2), sign(3));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(cells),
                        _mm256_sub_epi64(_mm256_xor_si256(four.mantissas, signs), signs));
    return true;
  }
};

struct Naturals {
  static bool finish(const Four& four, const Field (&fields)[4], Cell* cells) {
    const unsigned negative =
        fields[0].negative | fields[1].negative | fields[2].negative | fields[3].negative;
    return negative == 0 && Wholes::finish(four, fields, cells);
  }
};

struct Seconds {
  static bool finish(const Four& four, const Field (&fields)[4], std::int64_t* ns) {
    alignas(32) std::int64_t mantissas[4];
    _mm256_store_si256(reinterpret_cast<__m256i*>(mantissas), four.mantissas);
    unsigned trouble = 0;
    for (unsigned i = 0; i < 4; ++i) {
      const std::int64_t unit = kTables.unit[four.point[i]];
      const bool overflow = __builtin_mul_overflow(mantissas[i], unit, &ns[i]);
      trouble |= fields[i].negative | static_cast<unsigned>(overflow || unit == 0);
    }
    return trouble == 0;
  }
};

template <class Finish, bool kReturns, class Result>
std::size_t read_rows(const Rows& rows, std::size_t field, std::size_t from, Result* results) {
  const std::size_t step = rows.num_fields;
  const std::uint32_t* separator = rows.separators + rows.first + from * step + field;
  std::size_t row = from;
  for (; row + 4 <= rows.count; row += 4, separator += 4 * step) {
    const Field fields[4] = {field_behind<kReturns>(rows.text, separator),
                             field_behind<kReturns>(rows.text, separator + step),
                             field_behind<kReturns>(rows.text, separator + 2 * step),
                             field_behind<kReturns>(rows.text, separator + 3 * step)};
    Four four;
    if (!read_four(fields, four) || !Finish::finish(four, fields, results + row)) {
      break;
    }
  }
  return row;
}

template <class Finish, class Result>
std::size_t read(const Rows& rows, std::size_t field, std::size_t from, Result* results) {
  return rows.ends_with_return(field) ? read_rows<Finish, true>(rows, field, from, results)
                                      : read_rows<Finish, false>(rows, field, from, results);
}

}  // namespace

const DecimalReaders kDecimalsAvx2{read<Reals, Cell>, read<Wholes, Cell>, read<Naturals, Cell>,
                                   read<Seconds, std::int64_t>};

}  // namespace fairmon::plugins::csv

#endif
