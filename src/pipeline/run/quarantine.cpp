#include "pipeline/run/quarantine.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace fairmon::pipeline {

Quarantine::~Quarantine() {
  if (descriptor_ >= 0) {
    ::close(descriptor_);
  }
}

Result<void> Quarantine::open_descriptor(const std::string& file, int flags) {
  name_ = file;
  if (file.empty()) {
    return {};
  }
  descriptor_ = ::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | flags, 0666);
  if (descriptor_ < 0) {
    return Error(ErrorCode::Output,
                 "cannot write the quarantine file `" + file + "`: " + std::strerror(errno));
  }
  return {};
}

Result<void> Quarantine::open(const std::string& file) { return open_descriptor(file, O_TRUNC); }

Result<void> Quarantine::reopen(const std::string& file, std::uint64_t size) {
  if (auto opened = open_descriptor(file, 0); !opened || file.empty()) {
    return opened;
  }
  struct stat facts{};
  if (::fstat(descriptor_, &facts) != 0 || static_cast<std::uint64_t>(facts.st_size) < size) {
    return Error(ErrorCode::Checkpoint,
                 "`" + file +
                     "` is not the quarantine file the checkpoint was taken with: it has fewer "
                     "bytes than were written then");
  }
  if (S_ISREG(facts.st_mode) && ::ftruncate(descriptor_, static_cast<off_t>(size)) != 0) {
    return Error(ErrorCode::Output, "cannot go back in `" + file + "`: " + std::strerror(errno));
  }
  size_ = size;
  return {};
}

std::uint64_t Quarantine::size() const {
  const std::lock_guard lock(mutex_);
  return size_;
}

void Quarantine::add(const RecordError& record) {
  if (descriptor_ < 0) {
    return;
  }
  constexpr std::size_t kFlushBytes = std::size_t{1} << 15;
  const std::lock_guard lock(mutex_);
  const std::size_t before = buffer_.size();
  buffer_ += record.raw;
  if (!record.raw.ends_with('\n')) {
    buffer_ += '\n';
  }
  size_ += buffer_.size() - before;
  if (buffer_.size() >= kFlushBytes) {
    write_buffer();
  }
}

void Quarantine::write_buffer() {
  const char* at = buffer_.data();
  std::size_t left = buffer_.size();
  while (left > 0 && failure_ == 0) {
    const ssize_t count = ::write(descriptor_, at, left);
    if (count < 0 && errno != EINTR) {
      failure_ = errno;
    } else if (count > 0) {
      at += count;
      left -= static_cast<std::size_t>(count);
    }
  }
  buffer_.clear();
}

Result<void> Quarantine::outcome() const {
  if (failure_ != 0) {
    return Error(ErrorCode::Output, "not all skipped records could be written to `" + name_ +
                                        "`: " + std::strerror(failure_));
  }
  return {};
}

Result<void> Quarantine::flush() {
  const std::lock_guard lock(mutex_);
  write_buffer();
  return outcome();
}

Result<void> Quarantine::close() {
  const std::lock_guard lock(mutex_);
  if (descriptor_ < 0) {
    return {};
  }
  write_buffer();
  if (::close(descriptor_) != 0 && failure_ == 0) {
    failure_ = errno;
  }
  descriptor_ = -1;
  return outcome();
}

}  // namespace fairmon::pipeline
