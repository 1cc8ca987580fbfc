#include "pipeline/run/quarantine.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace fairmon::pipeline {

Quarantine::~Quarantine() {
  if (descriptor_ >= 0) {
    ::close(descriptor_);
  }
}

Result<void> Quarantine::open(const std::string& file, bool keep_content) {
  name_ = file;
  if (file.empty()) {
    return {};
  }
  const int flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | (keep_content ? 0 : O_TRUNC);
  descriptor_ = ::open(file.c_str(), flags, 0666);
  if (descriptor_ < 0) {
    return Error(ErrorCode::Output,
                 "cannot write the quarantine file `" + file + "`: " + std::strerror(errno));
  }
  return {};
}

void Quarantine::add(const RecordError& record) {
  if (descriptor_ < 0) {
    return;
  }
  constexpr std::size_t kFlushBytes = std::size_t{1} << 15;
  buffer_ += record.raw;
  if (!record.raw.ends_with('\n')) {
    buffer_ += '\n';
  }
  if (buffer_.size() >= kFlushBytes) {
    flush();
  }
}

void Quarantine::flush() {
  const char* at = buffer_.data();
  std::size_t left = buffer_.size();
  while (left > 0 && !failed_) {
    const ssize_t count = ::write(descriptor_, at, left);
    if (count < 0 && errno != EINTR) {
      failed_ = true;
    } else if (count > 0) {
      at += count;
      left -= static_cast<std::size_t>(count);
    }
  }
  buffer_.clear();
}

Result<void> Quarantine::close() {
  if (descriptor_ < 0) {
    return {};
  }
  flush();
  failed_ = ::close(descriptor_) != 0 || failed_;
  descriptor_ = -1;
  if (failed_) {
    return Error(ErrorCode::Output, "not all skipped records could be written to `" + name_ + "`");
  }
  return {};
}

}  // namespace fairmon::pipeline
