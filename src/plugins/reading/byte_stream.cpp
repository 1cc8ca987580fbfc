#include "plugins/reading/byte_stream.hpp"

#include <fcntl.h>
#include <glob.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>

#include "plugins/reading/file_stream.hpp"
#include "plugins/reading/packed_stream.hpp"
#include "support/nearest.hpp"

namespace fairmon::plugins {

namespace {

bool exists(const std::string& name) {
  struct stat facts{};
  return ::stat(name.c_str(), &facts) == 0;
}

/// Names of the files in the folder of `name`, as they would be written in its place.
std::vector<std::string> siblings(const std::string& name) {
  const std::size_t slash = name.rfind('/');
  const std::string pattern = (slash == std::string::npos ? "" : name.substr(0, slash + 1)) + "*";
  std::vector<std::string> names;
  glob_t found{};
  if (::glob(pattern.c_str(), 0, nullptr, &found) == 0) {
    names.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  }
  ::globfree(&found);
  return names;
}

Error not_there(const std::string& name) {
  std::string message = "there is no file `" + name + "`";
  if (const auto near = support::nearest(name, siblings(name))) {
    message += "; did you mean `" + *near + "`?";
  } else {
    message += "; check the path, or give `-` to read standard input";
  }
  return {ErrorCode::NotFound, std::move(message)};
}

}  // namespace

Result<std::unique_ptr<ByteStream>> open_stream(const std::string& name,
                                                const StreamOptions& options) {
  int descriptor = STDIN_FILENO;
  if (name != "-") {
    descriptor = ::open(name.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0 && errno == ENOENT) {
      return not_there(name);
    }
    struct stat facts{};
    if (descriptor >= 0 && ::fstat(descriptor, &facts) == 0 && S_ISDIR(facts.st_mode)) {
      ::close(descriptor);
      return Error(ErrorCode::NotFound,
                   "`" + name + "` is a folder; name its files, as in '" + name + "/*.csv'");
    }
    if (descriptor < 0) {
      return Error(ErrorCode::NotFound, "cannot open `" + name + "`: " + std::strerror(errno));
    }
  }
  const std::string shown = name == "-" ? "standard input" : name;
  auto file = std::make_unique<FileStream>(name == "-" ? shown : name, descriptor, options);
  auto magic = file->peek(4);
  if (!magic) {
    return std::move(magic).error();
  }
  if (magic->starts_with("\xff\xfe") || magic->starts_with("\xfe\xff")) {
    return Error(ErrorCode::Input, "`" + shown +
                                       "` is written in UTF-16; convert it first: iconv -f UTF-16 "
                                       "-t UTF-8 FILE");
  }
  if (magic->starts_with("\x1f\x8b")) {
    return make_gzip_stream(shown, std::move(file));
  }
  if (*magic == "\x28\xb5\x2f\xfd") {
    return make_zstd_stream(shown, std::move(file));
  }
  return std::unique_ptr<ByteStream>(std::move(file));
}

Result<std::vector<std::string>> expand_targets(const std::vector<std::string>& targets) {
  std::vector<std::string> files;
  for (const std::string& target : targets) {
    if (target == "-" || exists(target)) {
      files.push_back(target);
      continue;
    }
    if (target.find_first_of("*?[") == std::string::npos) {
      return not_there(target);
    }
    glob_t found{};
    const int code = ::glob(target.c_str(), 0, nullptr, &found);
    if (code == 0) {
      files.insert(files.end(), found.gl_pathv, found.gl_pathv + found.gl_pathc);
    }
    ::globfree(&found);
    if (code != 0) {
      return Error(ErrorCode::NotFound, "no file matches `" + target + "`");
    }
  }
  return files;
}

}  // namespace fairmon::plugins
