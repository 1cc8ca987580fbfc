#pragma once

#include <fairmon/diagnostic.hpp>
#include <fairmon/spec.hpp>
#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string_view>
#include <vector>

namespace fairmon::server {

/// Editors count UTF-16 units, the compiler counts bytes: translates between the two.
class Utf16Map {
 public:
  explicit Utf16Map(std::string_view text);
  [[nodiscard]] std::uint32_t to_utf16(std::uint32_t byte) const noexcept;
  [[nodiscard]] std::uint32_t to_byte(std::uint32_t unit) const noexcept;

 private:
  std::vector<std::uint32_t> units_;  ///< per byte: UTF-16 units before it
};

/// Diagnostics, streams, inputs and panels of a compilation, with editor positions.
[[nodiscard]] nlohmann::json compiled_to_json(const Compiled& compiled, const Utf16Map& map);
[[nodiscard]] nlohmann::json edit_to_json(const Edit& edit, const Utf16Map& map);

}  // namespace fairmon::server
