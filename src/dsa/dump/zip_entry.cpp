#include "dsa/dump/zip_entry.hpp"

#include <algorithm>

#include "support/limits.hpp"

#ifdef FAIRMON_HAS_LIBDEFLATE
#include <libdeflate.h>
#endif

namespace fairmon::dsa {

namespace {

/// No packed byte can stand for more; a size beyond that is a lie that would cost memory.
constexpr zip_uint64_t kMostPerByte = 1'040;

Error damaged(const Entry& entry) {
  return {ErrorCode::Input, entry.name + " is damaged inside the archive"};
}

/// Bytes of an entry, unpacked by libzip unless `flags` asks for them as they are.
Result<void> read_bytes(zip_t* archive, const Entry& entry, zip_flags_t flags, std::string& bytes) {
  zip_file_t* file = libzip().fopen_index(archive, entry.index, flags);
  if (file == nullptr) {
    return Error(ErrorCode::Input, entry.name + " cannot be read: " + libzip().strerror(archive));
  }
  const zip_int64_t size = libzip().fread(file, bytes.data(), bytes.size());
  const int closed = libzip().fclose(file);
  const bool complete = size >= 0 && static_cast<std::size_t>(size) == bytes.size() && closed == 0;
  return complete ? Result<void>() : damaged(entry);
}

#ifdef FAIRMON_HAS_LIBDEFLATE

struct DecompressorCloser {
  void operator()(libdeflate_decompressor* tool) const { libdeflate_free_decompressor(tool); }
};

/// Entries are whole in memory anyway, and unpacking them at once is three times as fast as doing
/// it piece by piece.
Result<void> unpack_at_once(zip_t* archive, const Entry& entry, const zip_stat_t& facts,
                            std::string& text) {
  thread_local const std::unique_ptr<libdeflate_decompressor, DecompressorCloser> tool(
      libdeflate_alloc_decompressor());
  thread_local std::string packed;
  if (!tool) {
    return Error(ErrorCode::Resource, "out of memory");
  }
  packed.resize(facts.comp_size);
  if (auto read = read_bytes(archive, entry, ZIP_FL_COMPRESSED, packed); !read) {
    return read;
  }
  std::size_t size = 0;
  const auto result = libdeflate_deflate_decompress(tool.get(), packed.data(), packed.size(),
                                                    text.data(), text.size(), &size);
  const bool right = result == LIBDEFLATE_SUCCESS && size == text.size() &&
                     libdeflate_crc32(0, text.data(), text.size()) == facts.crc;
  return right ? Result<void>() : damaged(entry);
}

#endif

}  // namespace

std::vector<Entry> entries_ending(zip_t* archive, std::string_view ending) {
  std::vector<Entry> result;
  const zip_int64_t count = libzip().get_num_entries(archive, 0);
  for (zip_int64_t i = 0; i < count; ++i) {
    const auto index = static_cast<zip_uint64_t>(i);
    const char* name = libzip().get_name(archive, index, 0);
    if (name != nullptr && std::string_view(name).ends_with(ending)) {
      result.push_back({name, index});
    }
  }
  std::sort(result.begin(), result.end(),
            [](const Entry& a, const Entry& b) { return a.name < b.name; });
  return result;
}

Result<void> read_entry(zip_t* archive, const Entry& entry, std::size_t most, std::string& text) {
  zip_stat_t facts;
  if (libzip().stat_index(archive, entry.index, 0, &facts) != 0) {
    return Error(ErrorCode::Input, entry.name + " cannot be read: " + libzip().strerror(archive));
  }
  if (facts.size / kMostPerByte > facts.comp_size || facts.comp_size > most + limits::kMebi) {
    return damaged(entry);
  }
  if (facts.size > most) {
    return Error(ErrorCode::Input,
                 entry.name + " would have " + std::to_string(facts.size / limits::kMebi) +
                     " MiB unpacked, more than the " + std::to_string(most / limits::kMebi) +
                     " MiB that a part of a dump may have");
  }
  text.resize(facts.size);
#ifdef FAIRMON_HAS_LIBDEFLATE
  constexpr zip_uint64_t kKnown =
      ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_CRC | ZIP_STAT_ENCRYPTION_METHOD;
  if ((facts.valid & kKnown) == kKnown && facts.comp_method == ZIP_CM_DEFLATE &&
      facts.encryption_method == ZIP_EM_NONE) {
    return unpack_at_once(archive, entry, facts, text);
  }
#endif
  return read_bytes(archive, entry, 0, text);
}

}  // namespace fairmon::dsa
