#include "plugins/reading/line_reader.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace fairmon::plugins {

namespace {
constexpr std::size_t kBlockBytes = std::size_t{1} << 17;
}

LineReader::LineReader(std::unique_ptr<ByteStream> stream)
    : stream_(std::move(stream)), buffer_(kBlockBytes + kPadding) {}

bool LineReader::has_more() const {
  return std::memchr(text() + next_, '\n', used_ - next_) != nullptr;
}

/// Makes room and reads; false if nothing came.
Result<bool> LineReader::read_more() {
  digest_to(next_);
  digested_ = 0;
  std::memmove(buffer_.data(), buffer_.data() + next_, used_ - next_);
  offset_ += next_;
  used_ -= next_;
  next_ = 0;
  if (used_ + kPadding == buffer_.size()) {
    buffer_.resize((buffer_.size() - kPadding) * 2 + kPadding);
  }
  auto count = stream_->read(buffer_.data() + used_, buffer_.size() - kPadding - used_);
  if (!count) {
    return std::move(count).error();
  }
  used_ += *count;
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (at_start_ && used_ >= kByteOrderMark.size()) {
    at_start_ = false;
    next_ = std::string_view(text(), used_).starts_with(kByteOrderMark) ? 3 : 0;
  }
  return *count > 0;
}

Result<LineStatus> LineReader::next(bool wait) {
  std::size_t searched = next_;
  while (true) {
    const auto* feed =
        static_cast<const char*>(std::memchr(text() + searched, '\n', used_ - searched));
    if (feed != nullptr) {
      begin_ = next_;
      end_ = static_cast<std::size_t>(feed - text());
      next_ = end_ + 1;
      ++number_;
      end_ -= end_ > begin_ && text()[end_ - 1] == '\r' ? 1 : 0;
      if (std::exchange(skipping_, false)) {
        --number_;  // the rest of a line already counted
        searched = next_;
        continue;
      }
      return LineStatus::Line;
    }
    if (used_ - next_ > kLongestLine) {
      next_ = used_;
      number_ += skipping_ ? 0 : 1;
      if (!std::exchange(skipping_, true)) {
        return LineStatus::TooLong;
      }
    }
    if (!wait && !stream_->ready()) {
      return LineStatus::Nothing;
    }
    const std::size_t pending = used_ - next_;
    auto more = read_more();
    if (!more) {
      return std::move(more).error();
    }
    searched = next_ + (next_ == 0 ? pending : 0);
    if (*more) {
      continue;
    }
    if (stream_->live()) {
      return LineStatus::Nothing;
    }
    // The rest of a line that was cut away is no line.
    if (used_ == next_ || skipping_ || stream_->cut()) {
      return LineStatus::End;
    }
    begin_ = next_;  // the last line has no end
    end_ = used_;
    next_ = used_;
    ++number_;
    return LineStatus::Line;
  }
}

void LineReader::start_at(std::uint64_t offset, std::uint64_t lines_before) {
  offset_ = offset;
  number_ = lines_before;
  at_start_ = offset == 0;
}

void LineReader::keep_digest(const support::RollingDigest& before) {
  digests_ = true;
  digest_ = before;
  digested_ = 0;
}

void LineReader::digest_to(std::size_t end) const {
  if (digests_ && end > digested_) {
    digest_.update({text() + digested_, end - digested_});
    digested_ = end;
  }
}

support::RollingDigest LineReader::digest_ahead() const {
  support::RollingDigest all = digest_;
  all.update({text() + digested_, used_ - digested_});
  return all;
}

const support::RollingDigest& LineReader::digest() const {
  digest_to(next_);
  return digest_;
}

}  // namespace fairmon::plugins
