#pragma once

#include <fairmon/result.hpp>
#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>

/// JSON in the canonical form of RFC 8785: one text for one value, whoever writes it.
namespace fairmon::ledger {

/// Texts that are no UTF-8 get U+FFFD in the place of what cannot be read.
void append_canonical_text(std::string& out, std::string_view text);
/// As JavaScript prints it; `null` for what JSON cannot write.
void append_canonical_number(std::string& out, double number);
/// Beyond 2^53 a number in quotes: others would read it as a rounded one.
void append_canonical_integer(std::string& out, std::int64_t number);
void append_canonical_count(std::string& out, std::uint64_t number);

[[nodiscard]] std::string canonical(const nlohmann::json& value);

/// Reads one line and refuses anything but the canonical form; the error says what is wrong.
[[nodiscard]] Result<nlohmann::json> read_canonical(std::string_view line);

}  // namespace fairmon::ledger
