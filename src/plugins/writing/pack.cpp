#include "plugins/writing/pack.hpp"

#ifdef FAIRMON_HAS_ZLIB
#include <zlib.h>
#endif
#ifdef FAIRMON_HAS_ZSTD
#include <zstd.h>
#endif

namespace fairmon::plugins {

namespace {

[[maybe_unused]] Error not_built(std::string_view ending) {
  return Error(ErrorCode::Usage, "this program was built without the library that packs `" +
                                     std::string(ending) + "`; leave out the ending");
}

Result<std::string> pack_gzip([[maybe_unused]] std::string_view text) {
#ifdef FAIRMON_HAS_ZLIB
  constexpr int kWindowWithHeader = 15 + 16;  // largest window, gzip header
  constexpr int kMemory = 8;
  z_stream state{};
  if (deflateInit2(&state, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kWindowWithHeader, kMemory,
                   Z_DEFAULT_STRATEGY) != Z_OK) {
    return Error(ErrorCode::Internal, "the gzip library could not be started");
  }
  std::string packed(deflateBound(&state, static_cast<uLong>(text.size())), '\0');
  state.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  state.avail_in = static_cast<uInt>(text.size());
  state.next_out = reinterpret_cast<Bytef*>(packed.data());
  state.avail_out = static_cast<uInt>(packed.size());
  const int code = deflate(&state, Z_FINISH);
  packed.resize(state.total_out);
  deflateEnd(&state);
  if (code != Z_STREAM_END) {
    return Error(ErrorCode::Internal, "the gzip library failed");
  }
  return packed;
#else
  return not_built(".gz");
#endif
}

Result<std::string> pack_zstd([[maybe_unused]] std::string_view text) {
#ifdef FAIRMON_HAS_ZSTD
  constexpr int kLevel = 3;
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  const std::size_t size =
      ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), kLevel);
  if (ZSTD_isError(size) != 0) {
    return Error(ErrorCode::Internal, "the zstd library failed");
  }
  packed.resize(size);
  return packed;
#else
  return not_built(".zst");
#endif
}

}  // namespace

Packing packing_of(std::string_view file) {
  return file.ends_with(".gz")    ? Packing::Gzip
         : file.ends_with(".zst") ? Packing::Zstd
                                  : Packing::None;
}

Result<std::string> pack(std::string_view text, Packing packing) {
  switch (packing) {
    case Packing::None:
      return std::string(text);
    case Packing::Gzip:
      return pack_gzip(text);
    case Packing::Zstd:
      return pack_zstd(text);
  }
  return std::string(text);
}

}  // namespace fairmon::plugins
