#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "pipeline/run/checkpoint.hpp"
#include "support/durable_file.hpp"

namespace fairmon::pipeline {

Result<void> write_checkpoint(const std::string& file, const Checkpoint& checkpoint) {
  // Putting the new one in place would do away with a device or a pipe of that name.
  struct stat facts{};
  if (::stat(file.c_str(), &facts) == 0 && !S_ISREG(facts.st_mode)) {
    return Error(ErrorCode::Checkpoint, "cannot write the checkpoint `" + file +
                                            "`: there is something that is not a plain file; "
                                            "choose another name");
  }
  const int failure = support::replace_file(file, encode_checkpoint(checkpoint));
  if (failure != 0) {
    return Error(ErrorCode::Checkpoint,
                 "cannot write the checkpoint `" + file + "`: " + std::strerror(failure));
  }
  return {};
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
  while ((count = ::read(descriptor, block, sizeof block)) > 0 || (count < 0 && errno == EINTR)) {
    bytes.append(block, count > 0 ? static_cast<std::size_t>(count) : 0);
  }
  const int failure = errno;
  ::close(descriptor);
  if (count < 0) {
    return Error(ErrorCode::Checkpoint,
                 "cannot read the checkpoint `" + file + "`: " + std::strerror(failure));
  }
  auto checkpoint = decode_checkpoint(bytes);
  if (!checkpoint) {
    return std::move(checkpoint).error().with_context("reading the checkpoint `" + file + "`");
  }
  return checkpoint;
}

}  // namespace fairmon::pipeline
