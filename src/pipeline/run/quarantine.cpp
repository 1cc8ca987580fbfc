#include "pipeline/run/quarantine.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "support/durable_file.hpp"

namespace fairmon::pipeline {

Quarantine::~Quarantine() {
  if (descriptor_ >= 0) {
    ::close(descriptor_);
  }
}

Result<void> Quarantine::open_descriptor(const std::string& file) {
  name_ = file;
  if (file.empty()) {
    return {};
  }
  descriptor_ = ::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (descriptor_ < 0) {
    return Error(ErrorCode::Output,
                 "cannot write the quarantine file `" + file + "`: " + std::strerror(errno));
  }
  return {};
}

Result<void> Quarantine::open(const std::string& file) { return open_descriptor(file); }

Result<void> Quarantine::reopen(const std::string& file, std::uint64_t size) {
  if (auto opened = open_descriptor(file); !opened || file.empty()) {
    return opened;
  }
  struct stat facts{};
  if (::fstat(descriptor_, &facts) != 0 || static_cast<std::uint64_t>(facts.st_size) < size) {
    return Error(ErrorCode::Checkpoint,
                 "`" + file +
                     "` is not the quarantine file the checkpoint was taken with: it has fewer "
                     "bytes than were written then");
  }
  kept_ = size;
  size_ = size;
  return {};
}

Result<void> Quarantine::begin() {
  const std::lock_guard lock(mutex_);
  struct stat facts{};
  if (descriptor_ < 0) {
    return {};
  }
  if (::fstat(descriptor_, &facts) == 0 && S_ISREG(facts.st_mode) &&
      ::ftruncate(descriptor_, static_cast<off_t>(kept_)) != 0) {
    return Error(ErrorCode::Output, "cannot go back in `" + name_ + "`: " + std::strerror(errno));
  }
  begun_ = true;
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
  if (!begun_) {
    return;
  }
  if (failure_ == 0) {
    failure_ = support::write_all(descriptor_, buffer_);
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

Result<void> Quarantine::sync() {
  const std::lock_guard lock(mutex_);
  if (descriptor_ < 0) {
    return {};
  }
  write_buffer();
  if (failure_ == 0) {
    failure_ = support::sync_file(descriptor_);
  }
  if (failure_ == 0 && !name_is_durable_) {
    failure_ = support::sync_folder_of(name_);
    name_is_durable_ = true;
  }
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
