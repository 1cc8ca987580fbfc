#include "cli/bundle/archive.hpp"

#include <sys/stat.h>

#include <ctime>
#include <filesystem>
#include <fstream>
#include <memory>

#include "dsa/libraries/zip.hpp"

namespace fairmon::cli {

namespace {

struct Discard {
  void operator()(zip_t* archive) const { dsa::libzip().discard(archive); }
};
using Archive = std::unique_ptr<zip_t, Discard>;

struct CloseEntry {
  void operator()(zip_file_t* entry) const { dsa::libzip().fclose(entry); }
};

Error trouble(const std::string& file, zip_t* archive) {
  return {ErrorCode::Output, "cannot write `" + file + "`: " + dsa::libzip().strerror(archive)};
}

/// Time of day and date as zip files have them: two-second steps since 1980, in UTC.
std::pair<zip_uint16_t, zip_uint16_t> dos_time(std::int64_t seconds) {
  const std::time_t time = seconds;
  std::tm parts{};
  ::gmtime_r(&time, &parts);
  const int year = std::max(parts.tm_year - 80, 0);
  return {static_cast<zip_uint16_t>(parts.tm_hour << 11 | parts.tm_min << 5 | parts.tm_sec / 2),
          static_cast<zip_uint16_t>(year << 9 | (parts.tm_mon + 1) << 5 | parts.tm_mday)};
}

Result<void> add(zip_t* archive, const std::string& file, const ArchiveEntry& entry,
                 std::int64_t seconds) {
  const auto& zip = dsa::libzip();
  zip_source_t* source =
      entry.file.empty() ? zip.source_buffer(archive, entry.content.data(), entry.content.size(), 0)
                         : zip.source_file(archive, entry.file.c_str(), 0, 0);
  if (source == nullptr) {
    return trouble(file, archive);
  }
  const zip_int64_t index = zip.file_add(archive, entry.name.c_str(), source, ZIP_FL_ENC_UTF_8);
  if (index < 0) {
    zip.source_free(source);
    return trouble(file, archive);
  }
  const auto place = static_cast<zip_uint64_t>(index);
  const auto [time, date] = dos_time(seconds);
  constexpr zip_uint32_t kPlainFile = 0100644U << 16U;
  const bool good =
      zip.set_file_compression(archive, place, ZIP_CM_STORE, 0) == 0 &&
      zip.file_set_dostime(archive, place, time, date, 0) == 0 &&
      zip.file_set_external_attributes(archive, place, 0, ZIP_OPSYS_UNIX, kPlainFile) == 0;
  return good ? Result<void>() : trouble(file, archive);
}

/// Names we write ourselves: no way up, no way to the root.
bool harmless(const std::string& name) {
  if (name.empty() || name.front() == '/' || name.find('\\') != std::string::npos) {
    return false;
  }
  for (const auto& part : std::filesystem::path(name)) {
    if (part == ".." || part == "." || part.empty()) {
      return false;
    }
  }
  return true;
}

Result<void> unpack_entry(zip_t* archive, zip_uint64_t index, const std::string& target) {
  const auto& zip = dsa::libzip();
  const std::unique_ptr<zip_file_t, CloseEntry> entry(zip.fopen_index(archive, index, 0));
  std::filesystem::create_directories(std::filesystem::path(target).parent_path());
  std::ofstream out(target, std::ios::binary);
  if (!entry || !out) {
    return Error(ErrorCode::Input, "cannot unpack `" + target + "`");
  }
  std::vector<char> block(std::size_t{1} << 18);
  zip_int64_t count = 0;
  while ((count = zip.fread(entry.get(), block.data(), block.size())) > 0) {
    out.write(block.data(), count);
  }
  out.close();
  return count == 0 && out ? Result<void>()
                           : Error(ErrorCode::Input, "cannot unpack `" + target +
                                                         "`: it is damaged, or there is no room");
}

}  // namespace

Result<void> write_archive(const std::string& file, const std::vector<ArchiveEntry>& entries,
                           std::int64_t seconds) {
  if (auto loaded = dsa::load_zip(); !loaded) {
    return loaded;
  }
  const auto& zip = dsa::libzip();
  int code = 0;
  Archive archive(zip.open(file.c_str(), ZIP_CREATE | ZIP_EXCL, &code));
  if (!archive) {
    return Error(ErrorCode::Output, code == ZIP_ER_EXISTS
                                        ? "`" + file + "` is there already; name another file"
                                        : "cannot write `" + file + "`");
  }
  for (const ArchiveEntry& entry : entries) {
    if (auto added = add(archive.get(), file, entry, seconds); !added) {
      return added;
    }
  }
  if (zip.close(archive.get()) != 0) {
    return trouble(file, archive.get());
  }
  static_cast<void>(archive.release());  // closing it has freed it
  return {};
}

Result<std::vector<std::string>> unpack_archive(const std::string& file,
                                                const std::string& folder) {
  if (auto loaded = dsa::load_zip(); !loaded) {
    return std::move(loaded).error();
  }
  const auto& zip = dsa::libzip();
  int code = 0;
  const Archive archive(zip.open(file.c_str(), ZIP_RDONLY | ZIP_CHECKCONS, &code));
  if (!archive) {
    return Error(ErrorCode::Input, "`" + file + "` is no zip file, or it is damaged");
  }
  std::vector<std::string> names;
  const zip_int64_t count = zip.get_num_entries(archive.get(), 0);
  for (zip_int64_t i = 0; i < count; ++i) {
    const char* name = zip.get_name(archive.get(), static_cast<zip_uint64_t>(i), 0);
    if (name == nullptr || !harmless(name)) {
      return Error(ErrorCode::Input, "`" + file + "` is no bundle: a name in it leads elsewhere");
    }
    names.emplace_back(name);
    if (auto done =
            unpack_entry(archive.get(), static_cast<zip_uint64_t>(i), folder + "/" + names.back());
        !done) {
      return std::move(done).error();
    }
  }
  return names;
}

bool is_archive(const std::string& file) {
  char begin[4] = {};
  std::ifstream(file, std::ios::binary).read(begin, sizeof begin);
  return std::string_view(begin, sizeof begin) == std::string_view("PK\x03\x04", 4);
}

}  // namespace fairmon::cli
