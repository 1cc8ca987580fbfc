#pragma once

#include <string>
#include <string_view>

namespace fairmon::api {

/// 32 hexadecimal digits that differ for different texts. Guards against mistakes, not against
/// people who mean to deceive.
[[nodiscard]] std::string digest_of(std::string_view text);

}  // namespace fairmon::api
