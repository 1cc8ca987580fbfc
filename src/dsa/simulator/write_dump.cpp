#include "dsa/simulator/write_dump.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <fstream>
#include <list>
#include <memory>

#include "dsa/client/instant.hpp"
#include "dsa/dump/archive.hpp"
#include "dsa/libraries/zip.hpp"
#include "dsa/simulator/render.hpp"

namespace fairmon::dsa::simulator {

namespace {

std::string five_digits(std::uint64_t number) {
  std::array<char, 24> buffer;
  const int size =
      std::snprintf(buffer.data(), buffer.size(), "%05u", static_cast<unsigned>(number));
  return {buffer.data(), static_cast<std::size_t>(size)};
}

Error zip_failure(const std::string& file, zip_t* archive) {
  Error error(ErrorCode::Output, file + " cannot be written: " + libzip().strerror(archive));
  libzip().discard(archive);
  return error;
}

/// Adds a buffer that must stay alive until the archive is closed.
bool add(zip_t* archive, const std::string& name, const std::string& bytes, bool packed) {
  zip_source_t* source = libzip().source_buffer(archive, bytes.data(), bytes.size(), 0);
  const zip_int64_t index =
      source == nullptr ? -1 : libzip().file_add(archive, name.c_str(), source, ZIP_FL_ENC_UTF_8);
  return index >= 0 &&
         libzip().set_file_compression(archive, static_cast<zip_uint64_t>(index),
                                       packed ? ZIP_CM_DEFLATE : ZIP_CM_STORE, 0) == 0;
}

/// A zip file in memory with these entries.
Result<std::string> pack(const std::string& name,
                         const std::list<std::pair<std::string, std::string>>& entries) {
  zip_error_t error;
  libzip().error_init(&error);
  zip_source_t* memory = libzip().source_buffer_create(nullptr, 0, 0, &error);
  libzip().source_keep(memory);
  zip_t* archive = libzip().open_from_source(memory, ZIP_TRUNCATE, &error);
  if (archive == nullptr) {
    return Error(ErrorCode::Output, name + " cannot be packed: " + libzip().error_strerror(&error));
  }
  for (const auto& [entry, text] : entries) {
    if (!add(archive, entry, text, true)) {
      return zip_failure(name, archive);
    }
  }
  if (libzip().close(archive) != 0) {
    return zip_failure(name, archive);
  }
  libzip().source_open(memory);
  libzip().source_seek(memory, 0, SEEK_END);
  const zip_int64_t size = libzip().source_tell(memory);
  libzip().source_seek(memory, 0, SEEK_SET);
  std::string bytes(static_cast<std::size_t>(size), '\0');
  libzip().source_read(memory, bytes.data(), bytes.size());
  libzip().source_close(memory);
  libzip().source_free(memory);
  return bytes;
}

}  // namespace

std::string platform_slug(std::string_view name) {
  std::string slug;
  for (const char c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      slug += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    } else if (c == ' ') {
      slug += '-';
    }
  }
  return slug;
}

Result<std::string> write_dump(const Generator& generator, std::uint32_t day,
                               const std::string& folder, const DumpOptions& options) {
  if (auto loaded = load_zip(); !loaded) {
    return std::move(loaded).error();
  }
  const GeneratorSettings& data = generator.settings();
  const std::string date =
      day_text(Timestamp{(data.first_day + day) * kSecondsPerDay * kNanosPerSecond});
  const std::string stem =
      "sor-" + options.slug + '-' + date + (options.light ? "-light" : "-full");
  const std::string file = folder + '/' + stem + ".zip";
  std::list<std::pair<std::string, std::string>> inner;
  std::uint64_t position = day * data.per_day;
  const std::uint64_t end = position + data.per_day;
  for (std::uint64_t i = 0; position < end; ++i) {
    std::list<std::pair<std::string, std::string>> parts;
    const std::string inner_stem = stem + '-' + five_digits(i);
    for (std::uint64_t p = 0; p < options.parts_per_inner && position < end; ++p) {
      std::string text = dump_header(options.light);
      const std::uint64_t part_end = std::min(end, position + options.rows_per_part);
      for (; position < part_end; ++position) {
        const Statement statement = generator.at(position);
        if (options.slug == "global" ||
            options.slug == platform_slug(platforms()[statement.platform].name)) {
          append_dump_row(text, statement, options.light);
        }
      }
      parts.emplace_back(inner_stem + '-' + five_digits(p) + ".csv", std::move(text));
    }
    auto packed = pack(inner_stem, parts);
    if (!packed) {
      return std::move(packed).error();
    }
    inner.emplace_back(inner_stem + ".csv.zip", std::move(*packed));
  }
  int code = 0;
  zip_t* outer = libzip().open(file.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &code);
  if (outer == nullptr) {
    return Error(ErrorCode::Output, file + " cannot be created");
  }
  for (const auto& [name, bytes] : inner) {
    if (!add(outer, name, bytes, false)) {
      return zip_failure(file, outer);
    }
  }
  if (libzip().close(outer) != 0) {
    return zip_failure(file, outer);
  }
  auto checksum = sha1_of_file(file);
  if (!checksum) {
    return std::move(checksum).error();
  }
  std::ofstream(file + ".sha1") << *checksum << "  " << stem << ".zip";
  return file;
}

}  // namespace fairmon::dsa::simulator
