// Opening a log: what is there, what a crash tore, what nobody may miss.

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <utility>

#include "eventlog/log.hpp"
#include "eventlog/segment.hpp"
#include "support/durable_file.hpp"
#include "support/folder.hpp"
#include "support/number.hpp"

namespace fairmon::eventlog {

namespace fs = std::filesystem;

namespace {

Error broken_log(const fs::path& file, const std::string& what) {
  Error error(ErrorCode::Input, "`" + file.string() + "` " + what);
  error.context.push_back(
      "restore the folder from a copy, or move it away to begin with an empty log");
  return error;
}

std::optional<std::uint64_t> number_of(const fs::path& file) {
  const std::string stem = file.stem().string();
  const bool digits = stem.size() == 20 && stem.find_first_not_of("0123456789") == stem.npos;
  if (!digits || file.extension() != ".events") {
    return std::nullopt;
  }
  return support::parse_number<std::uint64_t>(stem);
}

Result<std::string> content_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream bytes;
  bytes << in.rdbuf();
  if (!in.is_open() || in.bad()) {
    return Error(ErrorCode::Input, "cannot read `" + file.string() + "`");
  }
  return std::move(bytes).str();
}

}  // namespace

Result<std::unique_ptr<EventLog>> EventLog::open(LogOptions options) {
  std::unique_ptr<EventLog> log(new EventLog(std::move(options)));
  std::error_code failed;
  fs::create_directories(log->options_.folder, failed);
  if (failed) {
    return Error(ErrorCode::Output, "cannot make the folder `" + log->options_.folder.string() +
                                        "`: " + failed.message());
  }
  if (auto locked = log->lock_folder(); !locked) {
    return std::move(locked).error();
  }
  if (auto recovered = log->recover(); !recovered) {
    return std::move(recovered).error();
  }
  if (auto opened = log->open_for_writing(); !opened) {
    return std::move(opened).error();
  }
  log->durable_ = log->next_;
  EventLog* raw = log.get();
  auto started = log->thread_.start([raw] { raw->work(); },
                                    [raw](const Error& error) { raw->fail_waiting(error); });
  if (!started) {
    return std::move(started).error();
  }
  return log;
}

/// The kernel lets go of the lock when the process ends, however it ends.
Result<void> EventLog::lock_folder() {
  const fs::path file = options_.folder / "lock";
  lock_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (lock_ < 0) {
    return Error(ErrorCode::Output, "cannot open `" + file.string() + "`: " + std::strerror(errno));
  }
  if (::flock(lock_, LOCK_EX | LOCK_NB) != 0) {
    return Error(ErrorCode::Usage, "the log `" + options_.folder.string() +
                                       "` is in use by another process; stop that one first");
  }
  return {};
}

Result<void> EventLog::recover() {
  std::error_code failed;
  for (const std::string& name : support::names_in_folder(options_.folder.string(), failed)) {
    const fs::path file = options_.folder / name;
    if (const auto first = number_of(file)) {
      segments_.push_back({*first, file, 0});
    }
  }
  if (failed) {
    return Error(ErrorCode::Input,
                 "cannot list `" + options_.folder.string() + "`: " + failed.message());
  }
  std::sort(segments_.begin(), segments_.end(),
            [](const Segment& a, const Segment& b) { return a.first < b.first; });
  next_ = segments_.empty() ? 0 : segments_.front().first;
  for (Segment& segment : segments_) {
    if (auto read = recover_segment(segment, &segment == &segments_.back()); !read) {
      return read;
    }
  }
  known_.forget(next_);
  recovery_.num_segments = segments_.size();
  return {};
}

Result<void> EventLog::recover_segment(Segment& segment, bool last) {
  auto bytes = content_of(segment.file);
  if (!bytes) {
    return std::move(bytes).error();
  }
  if (segment.first != next_) {
    return broken_log(segment.file, "begins with event " + std::to_string(segment.first) +
                                        ", but the one before it ends before event " +
                                        std::to_string(next_) + ": a file is missing");
  }
  const SegmentScan scan = scan_segment(*bytes, [&](Frame&& frame) {
    latest_arrival_ = std::max(latest_arrival_, frame.arrival_ns);
    if (!frame.client.empty()) {
      known_.set_client(frame.client, frame.client_newest);
    }
    for (std::uint64_t i = 0; i < frame.events.size(); ++i) {
      if (!frame.events[i].id.empty()) {
        known_.add_id(frame.events[i].id, frame.first + i);
      }
    }
  });
  // Heads are durable before the file has its name.
  if (!scan.head || scan.head->first != segment.first) {
    return broken_log(segment.file, "is no segment of a log: its head is damaged");
  }
  if (scan.end == SegmentEnd::Damaged || (scan.end == SegmentEnd::Torn && !last)) {
    return broken_log(segment.file, "is damaged at byte " + std::to_string(scan.good_bytes) +
                                        "; events that were accepted stood there");
  }
  for (const auto& [client, newest] : scan.head->clients) {
    if (!known_.newest_of(client)) {
      known_.set_client(client, newest);
    }
  }
  next_ = scan.next;
  segment.bytes = scan.good_bytes;
  recovery_.torn_bytes += bytes->size() - scan.good_bytes;
  return {};
}

/// What a process wrote before it was killed may be in memory only; from here on it counts.
Result<void> EventLog::open_for_writing() {
  if (segments_.empty()) {
    return begin_segment(0);
  }
  const Segment& newest = segments_.back();
  descriptor_ = ::open(newest.file.c_str(), O_RDWR | O_CLOEXEC);
  const auto end = static_cast<off_t>(newest.bytes);
  if (descriptor_ < 0 || ::ftruncate(descriptor_, end) != 0 ||
      ::lseek(descriptor_, end, SEEK_SET) != end) {
    return Error(ErrorCode::Output,
                 "cannot write `" + newest.file.string() + "`: " + std::strerror(errno));
  }
  if (const int failure = support::sync_file(descriptor_); failure != 0) {
    return Error(ErrorCode::Output,
                 "cannot make `" + newest.file.string() + "` durable: " + std::strerror(failure));
  }
  return {};
}

}  // namespace fairmon::eventlog
