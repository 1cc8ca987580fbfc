#pragma once

#include <cstddef>
#include <cstdint>

#include "plugins/reading/csv/dialect.hpp"

namespace fairmon::plugins::csv {

/// Room a caller keeps readable (with any content) behind the text given to a scan.
inline constexpr std::size_t kScanPadding = 64;

struct ScanResult {
  std::size_t num_separators = 0;
  std::size_t num_records = 0;
  bool inside_quotes = false;  ///< the text ends within a quoted field
  bool quotes_seen = false;
};

/// Finds the separators (delimiters and line feeds outside quotes) of a text that begins at the
/// start of a record. `separators` gets their offsets, `record_ends` for every line feed among
/// them its number in `separators`. Both need room for `size` entries and 64 more. Bytes in the
/// 64 behind the text are ignored.
using Scan = ScanResult (*)(const char* text, std::size_t size, const Dialect& dialect,
                            std::uint32_t* separators, std::uint32_t* record_ends);

ScanResult scan_portable(const char* text, std::size_t size, const Dialect& dialect,
                         std::uint32_t* separators, std::uint32_t* record_ends);
#ifdef __x86_64__
ScanResult scan_sse2(const char* text, std::size_t size, const Dialect& dialect,
                     std::uint32_t* separators, std::uint32_t* record_ends);
ScanResult scan_avx2(const char* text, std::size_t size, const Dialect& dialect,
                     std::uint32_t* separators, std::uint32_t* record_ends);
#endif

/// The fastest scan this processor can run.
[[nodiscard]] Scan best_scan() noexcept;

}  // namespace fairmon::plugins::csv
