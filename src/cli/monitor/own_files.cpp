#include "cli/monitor/own_files.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

namespace fairmon::cli {

namespace {

/// What two names of one file have in common.
struct Identity {
  std::string path;  ///< of a file that does not exist yet
  dev_t device = 0;
  ino_t number = 0;
  friend bool operator==(const Identity&, const Identity&) = default;
};

bool is_stream(const OwnFile& file) {
  return file.name == "-" || file.name == "/dev/stdout" || file.name == "/dev/stderr";
}

/// Nothing for what can be shared: a pipe, a terminal, `/dev/null`.
std::optional<Identity> identity_of(const OwnFile& file) {
  struct stat facts{};
  int found = 0;
  if (is_stream(file)) {
    const int descriptor = !file.written                ? STDIN_FILENO
                           : file.name == "/dev/stderr" ? STDERR_FILENO
                                                        : STDOUT_FILENO;
    found = ::fstat(descriptor, &facts);
  } else {
    found = ::stat(file.name.c_str(), &facts);
  }
  if (found == 0) {
    return S_ISREG(facts.st_mode) ? std::optional(Identity{{}, facts.st_dev, facts.st_ino})
                                  : std::nullopt;
  }
  std::error_code failed;
  const auto path = std::filesystem::weakly_canonical(file.name, failed);
  return failed ? std::nullopt : std::optional(Identity{path.string(), 0, 0});
}

std::string shown(const OwnFile& file) {
  if (is_stream(file)) {
    return std::string(file.role) + " on standard " +
           (!file.written                ? "input"
            : file.name == "/dev/stderr" ? "error"
                                         : "output");
  }
  return std::string(file.role) + " `" + file.name + "`";
}

}  // namespace

Result<void> check_own_files(const std::vector<OwnFile>& files) {
  std::vector<std::pair<Identity, const OwnFile*>> seen;
  for (const OwnFile& file : files) {
    const auto identity = identity_of(file);
    if (!identity) {
      continue;
    }
    for (const auto& [other, named] : seen) {
      // Several outputs may share a redirected standard output, as they share a terminal.
      const bool shared = is_stream(file) && is_stream(*named) && file.written == named->written;
      if (other == *identity && (file.written || named->written) && !shared) {
        return Error(ErrorCode::Usage, shown(file) + " is the same file as " + shown(*named) +
                                           ", and writing it would destroy that; name another");
      }
    }
    seen.emplace_back(*identity, &file);
  }
  return {};
}

}  // namespace fairmon::cli
