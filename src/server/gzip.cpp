#include "server/gzip.hpp"

#include <zlib.h>

#include <array>

namespace fairmon::server {

std::optional<std::string> gunzip(std::string_view packed, std::size_t limit) {
  z_stream stream{};
  constexpr int kGzipOnly = 15 + 16;
  if (inflateInit2_(&stream, kGzipOnly, ZLIB_VERSION, sizeof(z_stream)) != Z_OK) {
    return std::nullopt;
  }
  // zlib takes a pointer to non-const for history's sake; it does not write through it.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  std::string out;
  std::array<char, 65536> block{};
  int state = Z_OK;
  while (state == Z_OK && out.size() <= limit) {
    stream.next_out = reinterpret_cast<Bytef*>(block.data());
    stream.avail_out = static_cast<uInt>(block.size());
    state = inflate(&stream, Z_NO_FLUSH);
    out.append(block.data(), block.size() - stream.avail_out);
  }
  inflateEnd(&stream);
  return state == Z_STREAM_END && out.size() <= limit ? std::optional(out) : std::nullopt;
}

}  // namespace fairmon::server
