#include "eventlog/log_reader.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace fairmon::eventlog {

LogReader::~LogReader() {
  if (descriptor_ >= 0) {
    ::close(descriptor_);
  }
}

Error LogReader::unreadable(const std::string& what) const {
  return {ErrorCode::Input, "cannot read `" + file_ + "`: " + what};
}

Result<void> LogReader::open_segment() {
  const auto segment = log_.segment_of(next_);
  if (!segment) {
    return Error(ErrorCode::Checkpoint,
                 "event " + std::to_string(next_) + " is no longer in the log `" +
                     log_.options_.folder.string() + "`, which begins with event " +
                     std::to_string(log_.facts().first));
  }
  if (descriptor_ >= 0) {
    ::close(descriptor_);
  }
  file_ = segment->file.string();
  descriptor_ = ::open(file_.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor_ < 0) {
    return unreadable(std::strerror(errno));
  }
  offset_ = 0;
  behind_ = segment->first;
  return {};
}

Result<std::string> LogReader::read_bytes(std::uint64_t count) {
  std::string bytes(static_cast<std::size_t>(count), '\0');
  std::size_t have = 0;
  while (have < bytes.size()) {
    const ssize_t got = ::pread(descriptor_, bytes.data() + have, bytes.size() - have,
                                static_cast<off_t>(offset_ + have));
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got < 0) {
      return unreadable(std::strerror(errno));
    }
    if (got == 0) {
      break;  // the caller sees that it is short
    }
    have += static_cast<std::size_t>(got);
  }
  bytes.resize(have);
  offset_ += have;
  return bytes;
}

/// The frame at hand; nothing for the head of a segment.
Result<std::optional<Frame>> LogReader::read_piece() {
  const std::uint64_t begin = offset_;
  auto head_bytes = read_bytes(kPieceHeadBytes);
  if (!head_bytes) {
    return std::move(head_bytes).error();
  }
  const auto head = read_piece_head(*head_bytes);
  if (!head) {
    return unreadable("it is damaged at byte " + std::to_string(begin));
  }
  auto content = read_bytes(head->size);
  if (!content) {
    return std::move(content).error();
  }
  if (!fits(*head, *content)) {
    return unreadable("it is damaged at byte " + std::to_string(begin));
  }
  if (head->kind == PieceKind::Head) {
    return std::optional<Frame>();
  }
  auto frame = read_frame(*content);
  if (!frame || frame->first != behind_) {
    return unreadable("it is damaged at byte " + std::to_string(begin));
  }
  behind_ = frame->end();
  return frame;
}

Result<std::optional<Frame>> LogReader::next() {
  if (log_.facts().end <= next_) {
    return std::optional<Frame>();
  }
  const auto segment = log_.segment_of(next_);
  if (descriptor_ < 0 || !segment || segment->file.string() != file_) {
    if (auto opened = open_segment(); !opened) {
      return std::move(opened).error();
    }
  }
  while (true) {
    auto frame = read_piece();
    if (!frame) {
      return std::move(frame).error();
    }
    if (!*frame || (*frame)->end() <= next_) {
      continue;
    }
    Frame& found = **frame;
    const std::uint64_t known = next_ - found.first;
    found.events.erase(found.events.begin(),
                       found.events.begin() + static_cast<std::ptrdiff_t>(known));
    found.first = next_;
    next_ = found.end();
    return frame;
  }
}

}  // namespace fairmon::eventlog
