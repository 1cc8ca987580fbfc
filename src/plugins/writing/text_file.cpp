#include "plugins/writing/text_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>

namespace fairmon::plugins {

namespace {

bool is_regular(int descriptor) {
  struct stat facts{};
  return ::fstat(descriptor, &facts) == 0 && S_ISREG(facts.st_mode);
}

}  // namespace

TextFile::~TextFile() {
  if (descriptor_ > 2) {
    ::close(descriptor_);
  }
}

Error TextFile::failure(std::string_view what) const {
  return {ErrorCode::Output, std::string(what) + " `" +
                                 (target_ == "-" ? "standard output" : target_) +
                                 "`: " + std::strerror(errno)};
}

Result<void> TextFile::open(bool keep_content) {
  buffer_.reserve(kBufferBytes * 2);
  if (target_ == "-" || target_ == "/dev/stdout") {
    descriptor_ = STDOUT_FILENO;
    return {};
  }
  if (target_ == "/dev/stderr") {
    descriptor_ = STDERR_FILENO;
    return {};
  }
  const int flags = O_WRONLY | O_CREAT | O_CLOEXEC | (keep_content ? 0 : O_TRUNC);
  descriptor_ = ::open(target_.c_str(), flags, 0666);
  return descriptor_ < 0 ? Result<void>(failure("cannot write")) : Result<void>();
}

Result<void> TextFile::flush() {
  const char* at = buffer_.data();
  std::size_t left = buffer_.size();
  while (left > 0) {
    const ssize_t count = ::write(descriptor_, at, left);
    if (count < 0) {
      if (errno == EINTR || errno == EAGAIN) {
        continue;
      }
      return failure("cannot write to");
    }
    at += count;
    left -= static_cast<std::size_t>(count);
  }
  buffer_.clear();
  return {};
}

Result<void> TextFile::close() {
  if (descriptor_ < 0) {
    return {};
  }
  auto flushed = flush();
  if (flushed && descriptor_ > 2) {
    const int code = ::close(descriptor_);
    descriptor_ = -1;
    if (code != 0) {
      return failure("cannot finish");
    }
  }
  return flushed;
}

bool TextFile::is_terminal() const { return descriptor_ >= 0 && ::isatty(descriptor_) != 0; }

std::string TextFile::position() const {
  if (!is_regular(descriptor_)) {
    return {};
  }
  return std::to_string(::lseek(descriptor_, 0, SEEK_CUR)) + " " + target_;
}

Result<void> TextFile::rewind(std::string_view position) {
  std::uint64_t offset = 0;
  const char* last = position.data() + position.size();
  const auto [end, code] = std::from_chars(position.data(), last, offset);
  if (code != std::errc{} || end == last || *end != ' ') {
    return Error(ErrorCode::Checkpoint, "the position in `" + target_ + "` cannot be read");
  }
  const std::string_view target(end + 1, static_cast<std::size_t>(last - end - 1));
  if (target != target_) {
    return Error(ErrorCode::Checkpoint, "the checkpoint was taken with the output `" +
                                            std::string(target) + "` in the place of `" + target_ +
                                            "`; resume with the same outputs in the same order");
  }
  struct stat facts{};
  // Standard output that begins empty takes the second part; the user joins the two.
  if (descriptor_ == STDOUT_FILENO && ::fstat(descriptor_, &facts) == 0 && facts.st_size == 0) {
    return {};
  }
  if (!is_regular(descriptor_) || ::fstat(descriptor_, &facts) != 0 ||
      static_cast<std::uint64_t>(facts.st_size) < offset) {
    return Error(ErrorCode::Checkpoint,
                 "`" + target_ +
                     "` is not the file the checkpoint was taken with: it has fewer "
                     "bytes than were written then");
  }
  if (::ftruncate(descriptor_, static_cast<off_t>(offset)) != 0 ||
      ::lseek(descriptor_, static_cast<off_t>(offset), SEEK_SET) < 0) {
    return failure("cannot go back in");
  }
  buffer_.clear();
  return {};
}

}  // namespace fairmon::plugins
