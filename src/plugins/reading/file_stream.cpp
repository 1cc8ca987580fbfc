#include "plugins/reading/file_stream.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace fairmon::plugins {

namespace {
constexpr int kLookUpMilliseconds = 50;  // how often a waiting read looks whether to stop
}

FileStream::FileStream(std::string name, int descriptor, const StreamOptions& options)
    : name_(std::move(name)), descriptor_(descriptor), options_(options) {
  struct stat facts{};
  if (::fstat(descriptor_, &facts) == 0) {
    regular_ = S_ISREG(facts.st_mode);
    mark_ = regular_ ? static_cast<std::uint64_t>(facts.st_ino) : 0;
    size_ = regular_ ? static_cast<std::uint64_t>(facts.st_size) : 0;
  }
  if (regular_) {
    ::posix_fadvise(descriptor_, 0, 0, POSIX_FADV_SEQUENTIAL);
  }
}

FileStream::~FileStream() {
  if (descriptor_ > 2) {
    ::close(descriptor_);
  }
}

bool FileStream::ready() const {
  if (regular_ || !peeked_.empty()) {
    return true;
  }
  pollfd waiting{descriptor_, POLLIN, 0};
  return ::poll(&waiting, 1, 0) != 0;
}

std::optional<double> FileStream::share() const {
  if (!regular_ || size_ == 0) {
    return std::nullopt;
  }
  return std::min(1.0, static_cast<double>(position_) / static_cast<double>(size_));
}

Result<std::size_t> FileStream::read_descriptor(char* into, std::size_t room) {
  while (true) {
    if (!regular_) {
      pollfd waiting{descriptor_, POLLIN, 0};
      const int found = ::poll(&waiting, 1, kLookUpMilliseconds);
      if (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed)) {
        return std::size_t{0};
      }
      if (found <= 0) {
        continue;  // nothing yet, or a signal came in between
      }
    }
    const ssize_t count = ::read(descriptor_, into, room);
    if (count >= 0) {
      position_ += static_cast<std::uint64_t>(count);
      return static_cast<std::size_t>(count);
    }
    if (errno != EINTR && errno != EAGAIN) {
      return Error(ErrorCode::Input, "cannot read `" + name_ + "`: " + std::strerror(errno));
    }
  }
}

Result<std::size_t> FileStream::read(char* into, std::size_t room) {
  if (!peeked_.empty()) {
    const std::size_t count = std::min(room, peeked_.size());
    std::memcpy(into, peeked_.data(), count);
    peeked_.erase(0, count);
    return count;
  }
  auto count = read_descriptor(into, room);
  if (count && *count == 0 && live() && is_replaced()) {
    // Something may have been written between the read and the look.
    count = read_descriptor(into, room);
    replaced_ = count && *count == 0;
  }
  return count;
}

bool FileStream::is_replaced() const {
  struct stat ours{};
  struct stat current{};
  if (::fstat(descriptor_, &ours) != 0 || ::stat(name_.c_str(), &current) != 0) {
    return false;
  }
  return ours.st_ino != current.st_ino || ours.st_dev != current.st_dev ||
         static_cast<std::uint64_t>(ours.st_size) < position_;
}

Result<std::string> FileStream::peek(std::size_t count) {
  while (peeked_.size() < count) {
    char buffer[16];
    const auto read = read_descriptor(buffer, std::min(count - peeked_.size(), sizeof buffer));
    if (!read) {
      return read.error();
    }
    if (*read == 0) {
      break;
    }
    peeked_.append(buffer, *read);
  }
  return peeked_;
}

Result<void> FileStream::skip(std::uint64_t bytes) {
  if (!regular_) {
    return ByteStream::skip(bytes);
  }
  peeked_.clear();
  if (bytes > size_ || ::lseek(descriptor_, static_cast<off_t>(bytes), SEEK_SET) < 0) {
    return Error(ErrorCode::Checkpoint,
                 "`" + name_ + "` is shorter than the place the checkpoint was taken at");
  }
  position_ = bytes;
  return {};
}

}  // namespace fairmon::plugins
