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
  if (options_.tap) {
    tapped_as_ = options_.tap->begin(name_);
  }
}

FileStream::~FileStream() {
  if (descriptor_ > 2) {
    ::close(descriptor_);
  }
}

bool FileStream::ready() const { return regular_ || !peeked_.empty() || can_read(); }

bool FileStream::can_read() const {
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
  if (!regular_ && options_.before_waiting && !can_read()) {
    options_.before_waiting();
  }
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
      if (options_.tap) {
        options_.tap->take(tapped_as_, {into, static_cast<std::size_t>(count)});
      }
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
    remember({into, count});
    return count;
  }
  auto count = read_descriptor(into, room);
  if (!count || !live()) {
    return count;
  }
  if (is_cut(*count)) {
    cut_ = true;
    return std::size_t{0};  // what was read belongs to another content
  }
  if (*count == 0 && is_replaced()) {
    // Something may have been written between the read and the look.
    count = read_descriptor(into, room);
    replaced_ = count && *count == 0;
  }
  if (count) {
    remember({into, *count});
  }
  return count;
}

bool FileStream::is_replaced() const {
  struct stat ours{};
  struct stat current{};
  if (::fstat(descriptor_, &ours) != 0 || ::stat(name_.c_str(), &current) != 0) {
    return false;
  }
  return ours.st_ino != current.st_ino || ours.st_dev != current.st_dev;
}

/// A file that was cut may have grown beyond the reader's place again; then what stands before that
/// place is not what was read there.
bool FileStream::is_cut(std::size_t just_read) const {
  struct stat ours{};
  if (::fstat(descriptor_, &ours) == 0 && static_cast<std::uint64_t>(ours.st_size) < position_) {
    return true;
  }
  char found[kRemembered];
  const ssize_t count = ::pread(descriptor_, found, tail_.size(),
                                static_cast<off_t>(position_ - just_read - tail_.size()));
  return count >= 0 && std::string_view(found, static_cast<std::size_t>(count)) != tail_;
}

void FileStream::remember(std::string_view bytes) {
  tail_ += bytes.substr(bytes.size() - std::min(bytes.size(), kRemembered));
  tail_.erase(0, tail_.size() - std::min(tail_.size(), kRemembered));
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

}  // namespace fairmon::plugins
