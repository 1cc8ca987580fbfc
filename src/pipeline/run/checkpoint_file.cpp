#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "pipeline/run/checkpoint.hpp"

namespace fairmon::pipeline {

namespace {

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno != EINTR) {
      return false;
    }
    bytes.remove_prefix(count > 0 ? static_cast<std::size_t>(count) : 0);
  }
  return true;
}

/// A rename lasts once the folder that holds the name is on disk.
void sync_folder_of(const std::string& file) {
  const std::size_t slash = file.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : file.substr(0, slash + 1);
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_CLOEXEC | O_DIRECTORY);
  if (descriptor >= 0) {
    ::fsync(descriptor);
    ::close(descriptor);
  }
}

}  // namespace

Result<void> write_checkpoint(const std::string& file, const Checkpoint& checkpoint) {
  // Putting the new one in place would do away with a device or a pipe of that name.
  struct stat facts{};
  if (::stat(file.c_str(), &facts) == 0 && !S_ISREG(facts.st_mode)) {
    return Error(ErrorCode::Checkpoint, "cannot write the checkpoint `" + file +
                                            "`: there is something that is not a plain file; "
                                            "choose another name");
  }
  const std::string beside = file + ".new";
  const int descriptor = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  const std::string bytes = encode_checkpoint(checkpoint);
  bool good = descriptor >= 0 && write_all(descriptor, bytes) && ::fsync(descriptor) == 0;
  int reason = errno;
  if (descriptor >= 0) {
    good = ::close(descriptor) == 0 && good;
  }
  if (good && std::rename(beside.c_str(), file.c_str()) == 0) {
    sync_folder_of(file);
    return {};
  }
  reason = good ? errno : reason;
  return Error(ErrorCode::Checkpoint,
               "cannot write the checkpoint `" + file + "`: " + std::strerror(reason));
}

Result<Checkpoint> read_checkpoint(const std::string& file) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    return Error(ErrorCode::Checkpoint,
                 "cannot open the checkpoint `" + file + "`: " + std::strerror(errno));
  }
  std::string bytes;
  char block[1 << 16];
  ssize_t count = 0;
  while ((count = ::read(descriptor, block, sizeof block)) > 0) {
    bytes.append(block, static_cast<std::size_t>(count));
  }
  ::close(descriptor);
  auto checkpoint = decode_checkpoint(bytes);
  if (!checkpoint) {
    return std::move(checkpoint).error().with_context("reading the checkpoint `" + file + "`");
  }
  return checkpoint;
}

}  // namespace fairmon::pipeline
