#include "plugins/inputs/csv/decimals.hpp"

namespace fairmon::plugins::csv {

namespace {

template <class Result>
std::size_t read_none(const Rows&, std::size_t, std::size_t from, Result*) {
  return from;
}

constexpr DecimalReaders kNone{read_none<Cell>, read_none<Cell>, read_none<Cell>,
                               read_none<std::int64_t>};

}  // namespace

const DecimalReaders& best_decimals() noexcept {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi") != 0) {
    return kDecimalsAvx2;
  }
#endif
  return kNone;
}

}  // namespace fairmon::plugins::csv
