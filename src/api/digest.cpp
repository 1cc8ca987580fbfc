#include "api/digest.hpp"

#include <fmt/format.h>

#include <cstdint>

namespace fairmon::api {
namespace {

/// FNV-1a followed by a final mixing, so that all bits depend on the last bytes too.
std::uint64_t hash(std::string_view text, std::uint64_t state) {
  for (const char c : text) {
    state = (state ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  }
  state = (state ^ (state >> 33U)) * 0xff51afd7ed558ccdU;
  state = (state ^ (state >> 33U)) * 0xc4ceb9fe1a85ec53U;
  return state ^ (state >> 33U);
}

}  // namespace

std::string digest_of(std::string_view text) {
  const std::uint64_t first = hash(text, 0xcbf29ce484222325U);
  return fmt::format("{:016x}{:016x}", first, hash(text, first ^ 0x9e3779b97f4a7c15U));
}

}  // namespace fairmon::api
