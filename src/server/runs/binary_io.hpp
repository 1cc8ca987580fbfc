#pragma once

#include <cstring>
#include <istream>
#include <ostream>

namespace fairmon::server {

/// Plain values as the machine holds them; for files that this machine reads back.
template <typename T>
void put(std::ostream& out, T value) {
  char raw[sizeof(T)];
  std::memcpy(raw, &value, sizeof(T));
  out.write(raw, sizeof(T));
}

template <typename T>
[[nodiscard]] bool get(std::istream& in, T& value) {
  char raw[sizeof(T)];
  if (!in.read(raw, sizeof(T))) {
    return false;
  }
  std::memcpy(&value, raw, sizeof(T));
  return true;
}

}  // namespace fairmon::server
