#pragma once

#include <cstdint>
#include <string>
#include <string_view>

/// What every line of a ledger looks like: `{"KIND":{…},"prev":"…","seq":N}`.
namespace fairmon::ledger {

/// `prev` of the very first line.
inline constexpr std::string_view kNoHead =
    "0000000000000000000000000000000000000000000000000000000000000000";

/// The line without its line break; `body` is a canonical object.
[[nodiscard]] std::string make_line(std::string_view kind, std::string_view body,
                                    std::string_view prev, std::uint64_t seq);

/// Whether lines of that kind are known.
[[nodiscard]] bool is_kind(std::string_view kind);

/// What is signed about a head.
[[nodiscard]] std::string head_message(std::uint64_t seq, std::string_view head);

/// The name of a piece of a ledger that is rotated: the file itself, then `FILE.2`, `FILE.3`, …
[[nodiscard]] std::string piece_name(const std::string& file, std::uint64_t piece);

}  // namespace fairmon::ledger
