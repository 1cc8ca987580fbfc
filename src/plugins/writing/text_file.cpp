#include "plugins/writing/text_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>

#include "support/durable_file.hpp"
#include "support/printable.hpp"

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

Error TextFile::failure(std::string_view what, int reason) const {
  return {ErrorCode::Output, std::string(what) + " `" +
                                 (target_ == "-" ? "standard output" : target_) +
                                 "`: " + std::strerror(reason)};
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
  descriptor_ = ::open(target_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor_ < 0) {
    return failure("cannot write", errno);
  }
  if (!keep_content && is_regular(descriptor_)) {
    cut_ = 0;
  }
  return {};
}

Result<void> TextFile::cut() {
  if (!cut_) {
    return {};
  }
  const auto size = static_cast<off_t>(*cut_);
  cut_.reset();
  return ::ftruncate(descriptor_, size) == 0 && ::lseek(descriptor_, size, SEEK_SET) >= 0
             ? Result<void>()
             : failure("cannot go back in", errno);
}

Result<void> TextFile::flush() {
  if (auto ready = cut(); !ready) {
    return ready;
  }
  if (!buffer_.empty() && is_terminal()) {
    buffer_ = support::printable(buffer_);  // texts of the data must not command it
  }
  if (const int reason = support::write_all(descriptor_, buffer_); reason != 0) {
    buffer_.clear();  // a part of it may be there already: a second try would repeat that
    return failure("cannot write to", reason);
  }
  buffer_.clear();
  return {};
}

Result<void> TextFile::sync() {
  if (auto flushed = flush(); !flushed || !is_regular(descriptor_)) {
    return flushed;
  }
  int reason = support::sync_file(descriptor_);
  if (reason == 0 && !name_is_durable_ && descriptor_ > 2) {
    reason = support::sync_folder_of(target_);
    name_is_durable_ = true;
  }
  return reason == 0 ? Result<void>() : failure("cannot make sure of", reason);
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
      return failure("cannot finish", errno);
    }
  }
  return flushed;
}

bool TextFile::is_terminal() const { return descriptor_ >= 0 && ::isatty(descriptor_) != 0; }

std::string TextFile::position() const {
  if (!is_regular(descriptor_)) {
    return {};
  }
  const auto place = cut_ ? static_cast<off_t>(*cut_) : ::lseek(descriptor_, 0, SEEK_CUR);
  return std::to_string(place) + " " + target_;
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
  cut_ = offset;
  buffer_.clear();
  return {};
}

}  // namespace fairmon::plugins
