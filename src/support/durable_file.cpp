#include "support/durable_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>

namespace fairmon::support {

namespace {

/// Some file systems and all that is no file have nothing to wait for.
int judged(int code) {
  return code == 0 || errno == EINVAL || errno == EROFS || errno == ENOTSUP ? 0 : errno;
}

std::string link_target(const std::string& file) {
  char resolved[PATH_MAX];
  return ::realpath(file.c_str(), resolved) == nullptr ? file : std::string(resolved);
}

int write_new(const std::string& file, std::string_view bytes, mode_t mode) {
  const int descriptor =
      ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode);
  if (descriptor < 0) {
    return errno;
  }
  int failure = write_all(descriptor, bytes);
  if (failure == 0) {
    failure = sync_file(descriptor);
  }
  if (::close(descriptor) != 0 && failure == 0) {
    failure = errno;
  }
  return failure;
}

}  // namespace

int write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno != EINTR && errno != EAGAIN) {
      return errno;
    }
    bytes.remove_prefix(count > 0 ? static_cast<std::size_t>(count) : 0);
  }
  return 0;
}

int sync_file(int descriptor) {
  int code = 0;
  do {
    code = ::fsync(descriptor);
  } while (code != 0 && errno == EINTR);
  return judged(code);
}

int sync_folder_of(const std::string& file) {
  const std::size_t slash = file.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : file.substr(0, slash + 1);
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_CLOEXEC | O_DIRECTORY);
  if (descriptor < 0) {
    return errno == EACCES ? 0 : errno;  // a folder one may write to but not read
  }
  const int failure = sync_file(descriptor);
  ::close(descriptor);
  return failure;
}

int replace_file(const std::string& file, std::string_view bytes) {
  const std::string target = link_target(file);
  const std::string beside = target + ".new";
  struct stat facts{};
  const bool there = ::stat(target.c_str(), &facts) == 0;
  int failure = write_new(beside, bytes, 0666);
  if (failure == 0 && there && ::chmod(beside.c_str(), facts.st_mode & 07777U) != 0) {
    failure = errno;
  }
  if (failure == 0 && std::rename(beside.c_str(), target.c_str()) != 0) {
    failure = errno;
  }
  if (failure != 0) {
    ::unlink(beside.c_str());
    return failure;
  }
  return sync_folder_of(target);
}

}  // namespace fairmon::support
