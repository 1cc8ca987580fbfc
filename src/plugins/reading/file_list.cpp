#include "plugins/reading/file_list.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <utility>

#include "plugins/reading/rotation/rotated_files.hpp"

namespace fairmon::plugins {

namespace {

constexpr std::size_t kDigestedAtOnce = std::size_t{1} << 17;

/// Reads up to `most` bytes into a digest.
Result<support::RollingDigest> digest_of(ByteStream& stream, std::uint64_t most) {
  support::RollingDigest digest;
  std::vector<char> block(kDigestedAtOnce);
  while (digest.length() < most) {
    const std::uint64_t room = std::min<std::uint64_t>(most - digest.length(), block.size());
    auto count = stream.read(block.data(), static_cast<std::size_t>(room));
    if (!count) {
      return std::move(count).error();
    }
    if (*count == 0) {
      break;
    }
    digest.update({block.data(), *count});
  }
  return digest;
}

std::uint64_t chained(std::uint64_t finished, const support::RollingDigest& file) {
  support::RollingDigest both;
  const std::string text = std::to_string(finished) + " " + std::to_string(file.value());
  both.update(text);
  return both.value();
}

/// As ByteStream::file_mark; 0 if there is no such file.
std::uint64_t mark_of(const std::string& name) {
  struct stat facts{};
  return ::stat(name.c_str(), &facts) == 0 ? static_cast<std::uint64_t>(facts.st_ino) : 0;
}

bool same_file(const std::string& a, const std::string& b) {
  struct stat first{};
  struct stat second{};
  return ::stat(a.c_str(), &first) == 0 && ::stat(b.c_str(), &second) == 0 &&
         first.st_ino == second.st_ino && first.st_dev == second.st_dev;
}

}  // namespace

Result<void> FileList::expand(const SourceContext& context) {
  stop_ = context.stop;
  before_waiting_ = context.before_waiting;
  tap_ = context.tap;
  digests_ = context.positions || follow_;
  auto files = expand_targets(files_);
  if (!files) {
    return std::move(files).error();
  }
  files_ = std::move(*files);
  return {};
}

Result<OpenedFile> FileList::open_named(const std::string& name, bool follow, bool counts) {
  StreamOptions options;
  options.follow = follow;
  options.stop = stop_;
  options.before_waiting = before_waiting_;
  options.tap = counts ? tap_ : nullptr;
  auto stream = open_stream(name, options);
  if (!stream) {
    return std::move(stream).error();
  }
  OpenedFile opened;
  opened.stream = std::move(*stream);
  return opened;
}

Result<OpenedFile> FileList::open(std::size_t number) {
  if (number >= files_.size()) {
    return OpenedFile();
  }
  auto opened = open_named(files_[number], follow_ && number + 1 == files_.size());
  if (opened) {
    number_ = number;
    name_ = files_[number] == "-" ? "standard input" : files_[number];
    rotated_ = false;
  }
  return opened;
}

Result<OpenedFile> FileList::open_again() {
  const bool rotated = !waiting_.empty();
  auto opened = rotated ? open_named(waiting_.front(), false) : open(number_);
  if (opened) {
    opened->continues = true;
    if (rotated) {
      rotated_ = true;
      name_ = waiting_.front();
      waiting_.pop_front();
    }
  }
  return opened;
}

void FileList::wait_for_younger(const std::string& than) {
  const std::vector<std::string> rotated = rotated_files(files_[number_], than);
  const auto found = std::find(rotated.begin(), rotated.end(), than);
  waiting_.assign(found == rotated.end() ? found : found + 1, rotated.end());
}

bool FileList::wait_behind(std::uint64_t mark) {
  const std::string old = find_by_mark(files_[number_], mark);
  if (old.empty()) {
    return false;
  }
  wait_for_younger(old);
  return true;
}

Result<OpenedFile> FileList::open_behind(std::uint64_t mark) {
  constexpr int kTurns = 16;
  for (int turn = 0; turn < kTurns && wait_behind(mark); ++turn) {
    auto opened = open_again();
    if (!opened || !wait_behind(mark) || waiting_.empty()) {
      return opened;
    }
    if (mark_of(waiting_.front()) == opened->stream->file_mark()) {
      waiting_.pop_front();
      return opened;
    }
  }
  return open_again();
}

Result<OpenedFile> FileList::next(const ByteStream& stream, const support::RollingDigest& read) {
  if (rotated_ || stream.replaced()) {
    return open_behind(stream.file_mark());
  }
  if (!stream.cut()) {
    finished_ = chained(finished_, read);
    return open(number_ + 1);
  }
  // Whoever cuts a file has copied it before, and the copy holds what was not read yet.
  std::vector<std::string> copies = rotated_files(files_[number_]);
  std::reverse(copies.begin(), copies.end());
  for (const std::string& copy : copies) {
    auto opened = open_at(copy, {number_, 0, read.length(), read.value(), finished_, 0, 0});
    if (!opened) {
      return std::move(opened).error();
    }
    if (*opened) {
      wait_for_younger(copy);
      rotated_ = true;
      name_ = copy;
      return std::move(**opened);
    }
  }
  return open_again();
}

Result<std::optional<OpenedFile>> FileList::open_at(const std::string& name, const FileMark& mark) {
  const bool itself = same_file(name, files_[mark.file]);
  auto opened = open_named(name, itself && follow_ && mark.file + 1 == files_.size());
  if (!opened) {
    return std::move(opened).error();
  }
  auto digest = digest_of(*opened->stream, mark.offset);
  if (!digest) {
    return std::move(digest).error();
  }
  if (digest->length() != mark.offset || digest->value() != mark.digest) {
    return std::optional<OpenedFile>();
  }
  auto same = holds_what_was_seen(name, mark);
  if (!same) {
    return std::move(same).error();
  }
  if (!*same) {
    return std::optional<OpenedFile>();
  }
  opened->digest = *digest;
  opened->continues = true;
  return std::optional(std::move(*opened));
}

Result<bool> FileList::holds_what_was_seen(const std::string& name, const FileMark& mark) {
  if (mark.seen <= mark.offset) {
    return true;
  }
  auto opened = open_named(name, false, false);
  if (!opened) {
    return std::move(opened).error();
  }
  const auto digest = digest_of(*opened->stream, mark.seen);
  if (!digest) {
    return digest.error();
  }
  return digest->length() == mark.seen && digest->value() == mark.seen_digest;
}

std::vector<std::string> FileList::candidates(const FileMark& mark) const {
  const std::string& file = files_[mark.file];
  if (!follow_ || mark.file + 1 != files_.size()) {
    return {file};
  }
  std::vector<std::string> names = rotated_files(file);
  std::reverse(names.begin(), names.end());
  names.insert(names.begin(), file);
  if (std::string old = find_by_mark(file, mark.file_mark); !old.empty()) {
    names.insert(names.begin(), old);
  }
  return names;
}

Result<OpenedFile> FileList::resume(const FileMark& mark) {
  if (tap_) {
    tap_->restart();
  }
  std::uint64_t finished = 0;
  for (std::size_t before = 0; before < mark.file; ++before) {
    auto opened = open_named(files_[before], false);
    if (!opened) {
      return std::move(opened).error();
    }
    const auto digest = digest_of(*opened->stream, ~std::uint64_t{0});
    if (!digest) {
      return digest.error();
    }
    finished = chained(finished, *digest);
  }
  if (finished != mark.finished) {
    return other_data();
  }
  for (const std::string& name : candidates(mark)) {
    auto opened = open_at(name, mark);
    if (!opened) {
      return std::move(opened).error();
    }
    if (*opened) {
      number_ = mark.file;
      finished_ = finished;
      name_ = name;
      rotated_ = !same_file(name, files_[number_]);
      if (rotated_) {
        wait_for_younger(name);
      }
      return std::move(**opened);
    }
  }
  return other_data();
}

Error FileList::other_data() const {
  if (!follow_) {
    return {ErrorCode::Checkpoint,
            "the checkpoint was taken while reading other data: what stands before its place is "
            "not what was read; resume with the same files, unchanged and in the same order"};
  }
  return {ErrorCode::Checkpoint,
          "neither `" + files_.back() +
              "` nor a rotated file beside it begins with what was read before the checkpoint, so "
              "records may be missing; put the old file back, or start anew without --resume"};
}

std::string FileList::identity() const {
  std::string text = std::to_string(files_.size());
  for (const std::string& file : files_) {
    struct stat facts{};
    const bool known = !follow_ && ::stat(file.c_str(), &facts) == 0;
    text += known ? " " + std::to_string(facts.st_size) : " -";
  }
  return text;
}

void FileList::describe(const ByteStream& stream, Bytes bytes, SourceProgress& progress) const {
  const auto read = stream.share();
  if (read && !follow_) {
    const auto used = static_cast<double>(bytes.used);
    const double all = used + static_cast<double>(bytes.waiting);
    const double share = all > 0.0 ? *read * (used / all) : *read;
    progress.share = (static_cast<double>(number_) + share) / static_cast<double>(files_.size());
  }
  if (files_.size() > 1) {
    progress.detail =
        "file " + std::to_string(number_ + 1) + " of " + std::to_string(files_.size());
  }
}

}  // namespace fairmon::plugins
