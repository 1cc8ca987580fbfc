#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <istream>
#include <ostream>
#include <vector>

#include "server/history/series.hpp"

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

/// Points [begin, end) of a curve: time and value in turn, a buffer of them at a time.
inline void put_points(std::ostream& out, const Series& series, std::size_t begin,
                       std::size_t end) {
  constexpr std::size_t kAtOnce = 4'096;
  constexpr std::size_t kBytes = sizeof(std::int64_t) + sizeof(double);
  std::vector<char> raw;
  while (begin < end) {
    const Series::Stretch part = series.stretch(begin, std::min(end, begin + kAtOnce));
    raw.resize(part.times.size() * kBytes);
    char* to = raw.data();
    for (std::size_t i = 0; i < part.times.size(); ++i, to += kBytes) {
      std::memcpy(to, &part.times[i], sizeof(std::int64_t));
      std::memcpy(to + sizeof(std::int64_t), &part.values[i], sizeof(double));
    }
    out.write(raw.data(), static_cast<std::streamsize>(raw.size()));
    begin += part.times.size();
  }
}

}  // namespace fairmon::server
