#include "plugins/secrets/secret_file.hpp"

#include <sys/stat.h>

#include <fstream>

#include "support/limits.hpp"
#include "support/text.hpp"

namespace fairmon::plugins {

Result<std::string> read_secret_file(const std::string& file, const std::string& what) {
  const std::string named = what + " `" + file + "`";
  struct stat facts{};
  if (stat(file.c_str(), &facts) != 0) {
    return Error(ErrorCode::NotFound, named + " is not there");
  }
  if ((facts.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
    return Error(ErrorCode::Usage,
                 "others can read " + named + "; close it first: chmod 600 " + file);
  }
  if (!S_ISREG(facts.st_mode)) {
    return Error(ErrorCode::Usage, named + " is no file");
  }
  std::ifstream in(file, std::ios::binary);
  std::string text(limits::kTokenFile + 1, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  const std::string content(support::trimmed(text));
  if (in.bad() || content.empty()) {
    return Error(ErrorCode::Input, named + " is empty or unreadable");
  }
  return content;
}

}  // namespace fairmon::plugins
