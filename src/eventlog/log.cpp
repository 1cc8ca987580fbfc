#include "eventlog/log.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "support/caught.hpp"
#include "support/durable_file.hpp"

namespace fairmon::eventlog {

namespace fs = std::filesystem;

namespace {

Refusal storage(std::string message) { return {Refusal::Reason::Storage, std::move(message), 0}; }

std::uint64_t size_of(const Submission& submission) {
  std::uint64_t bytes = submission.client.size();
  for (const LoggedEvent& event : submission.events) {
    bytes += event.id.size() + event.record.size() + 2 * sizeof(std::uint64_t);
  }
  return bytes;
}

}  // namespace

EventLog::EventLog(LogOptions options)
    : options_(std::move(options)), known_(options_.remembered) {}

EventLog::~EventLog() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  thread_.join();
  for (const int descriptor : {descriptor_, lock_}) {
    if (descriptor >= 0) {
      ::close(descriptor);
    }
  }
}

void EventLog::submit(Submission submission, Done done) {
  const std::uint64_t bytes = size_of(submission);
  std::optional<Refusal> refused;
  {
    const std::lock_guard lock(mutex_);
    if (!broken_.empty()) {
      refused = storage(broken_);
    } else if (stopping_) {
      refused = storage("the log is being closed");
    } else if (waiting_bytes_ > 0 && waiting_bytes_ + bytes > options_.most_waiting_bytes) {
      refused = Refusal{Refusal::Reason::Busy, "events come faster than the disk takes them", 0};
    } else {
      waiting_.push_back({std::move(submission), {}, std::move(done), bytes});
      waiting_bytes_ += bytes;
    }
  }
  if (refused) {
    done(std::move(*refused));
    return;
  }
  wake_.notify_one();
}

bool EventLog::wait_for(std::uint64_t sequence, std::chrono::milliseconds most) {
  std::unique_lock lock(mutex_);
  return grown_.wait_for(lock, most, [&] { return durable_ > sequence; });
}

void EventLog::release(std::uint64_t sequence) {
  const std::lock_guard lock(mutex_);
  released_ = std::max(released_, sequence);
}

LogFacts EventLog::facts() const {
  const std::lock_guard lock(mutex_);
  LogFacts facts;
  facts.first = segments_.empty() ? 0 : segments_.front().first;
  facts.end = durable_;
  for (const Segment& segment : segments_) {
    facts.bytes += segment.bytes;
  }
  facts.waiting_bytes = waiting_bytes_;
  facts.num_commits = num_commits_;
  facts.num_duplicates = num_duplicates_;
  return facts;
}

std::string EventLog::broken() const {
  const std::lock_guard lock(mutex_);
  return broken_;
}

void EventLog::set_broken(std::string reason) {
  const std::lock_guard lock(mutex_);
  broken_ = std::move(reason);
}

/// While one group is being made durable, the next one gathers.
void EventLog::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [&] { return stopping_ || !waiting_.empty(); });
    if (waiting_.empty()) {
      return;
    }
    std::vector<Waiting> group;
    group.swap(waiting_);
    lock.unlock();
    auto written = support::guarded([&] { return write_group(group); });
    if (!written) {
      // Without memory nobody knows what was noted and what was written.
      set_broken(written.error().message);
    }
    for (Waiting& one : group) {
      if (one.done) {
        one.done(storage(written ? "the events were not written" : written.error().message));
      }
    }
    remove_old_segments();
    lock.lock();
  }
}

void EventLog::fail_waiting(const Error& error) {
  std::vector<Waiting> group;
  {
    const std::lock_guard lock(mutex_);
    broken_ = error.message;
    group.swap(waiting_);
  }
  for (Waiting& one : group) {
    one.done(storage(error.message));
  }
}

std::int64_t EventLog::arrival_time() {
  latest_arrival_ = std::max(latest_arrival_, options_.clock());
  return latest_arrival_;
}

/// Writes what is new of a group and tells everybody; an error only if the log is broken by it.
Result<void> EventLog::write_group(std::vector<Waiting>& group) {
  Commit commit(known_, next_, options_.most_clients);
  std::vector<Result<Receipt, Refusal>> answers;
  std::string bytes;
  std::uint64_t group_bytes = 0;
  std::uint64_t duplicates = 0;
  Result<void> written = make_room();
  for (Waiting& one : group) {
    std::optional<Frame> frame;
    one.before_reading = std::move(one.submission.before_reading);
    answers.push_back(commit.add(std::move(one.submission), frame));
    duplicates += answers.back() ? answers.back()->duplicates : 0;
    if (frame) {
      frame->durable = segments_.back().bytes;
      frame->arrival_ns = arrival_time();
      append_frame(bytes, *frame);
    }
    group_bytes += one.bytes;
  }
  if (written && !bytes.empty()) {
    written = append(bytes);
  }
  if (written) {
    next_ = commit.next();
    known_.forget(next_);
  } else {
    commit.undo();
  }
  for (std::size_t i = 0; written && i < group.size(); ++i) {
    if (group[i].before_reading && answers[i].ok()) {
      group[i].before_reading(*answers[i]);
    }
  }
  {
    const std::lock_guard lock(mutex_);
    waiting_bytes_ -= group_bytes;
    durable_ = next_;
    num_commits_ += bytes.empty() ? 0 : 1;
    num_duplicates_ += written ? duplicates : 0;
    segments_.back().bytes += written ? bytes.size() : 0;
  }
  grown_.notify_all();
  for (std::size_t i = 0; i < group.size(); ++i) {
    const bool lost = !written && answers[i].ok();
    std::exchange(group[i].done, nullptr)(
        lost ? Result<Receipt, Refusal>(storage(written.error().message)) : std::move(answers[i]));
  }
  return {};
}

/// Begins a new segment where the last one is full.
Result<void> EventLog::make_room() {
  if (const std::string reason = broken(); !reason.empty()) {
    return Error(ErrorCode::Output, reason);
  }
  const Segment& newest = segments_.back();
  const bool full = newest.bytes >= options_.segment_bytes && newest.first < next_;
  return full ? begin_segment(next_) : Result<void>();
}

/// After a write that failed the file is as before; after a sync that failed nobody knows what is
/// on the disk, so nothing is written until the log has been read again.
Result<void> EventLog::append(const std::string& bytes) {
  const auto where = static_cast<off_t>(segments_.back().bytes);
  const std::string name = segments_.back().file.string();
  if (const int failure = support::write_all(descriptor_, bytes); failure != 0) {
    if (::ftruncate(descriptor_, where) != 0 || ::lseek(descriptor_, where, SEEK_SET) != where) {
      set_broken("`" + name +
                 "` could not be restored after a write that failed: " + std::strerror(errno));
    }
    return Error(ErrorCode::Output, "cannot write `" + name + "`: " + std::strerror(failure));
  }
  if (const int failure = support::sync_file(descriptor_); failure != 0) {
    set_broken("cannot make `" + name + "` durable: " + std::strerror(failure));
    return Error(ErrorCode::Output, broken());
  }
  return {};
}

fs::path EventLog::segment_file(std::uint64_t first) const {
  const std::string digits = std::to_string(first);
  return options_.folder / (std::string(20 - digits.size(), '0') + digits + ".events");
}

/// The new file and its name are durable before anything refers to it.
Result<void> EventLog::begin_segment(std::uint64_t first) {
  const fs::path file = segment_file(first);
  const auto failed = [&](int code) {
    return Error(ErrorCode::Output, "cannot begin `" + file.string() + "`: " + std::strerror(code));
  };
  std::string head;
  append_head(head, {first, known_.clients()});
  if (const int failure = support::replace_file(file.string(), head); failure != 0) {
    return failed(failure);
  }
  const int descriptor = ::open(file.c_str(), O_RDWR | O_CLOEXEC);
  if (descriptor < 0 || ::lseek(descriptor, 0, SEEK_END) < 0) {
    const int code = errno;
    if (descriptor >= 0) {
      ::close(descriptor);
    }
    ::unlink(file.c_str());  // the segment before goes on
    return failed(code);
  }
  if (descriptor_ >= 0) {
    ::close(descriptor_);
  }
  descriptor_ = descriptor;
  const std::lock_guard lock(mutex_);
  segments_.push_back({first, file, head.size()});
  return {};
}

/// A segment goes when all its events have been read for good and are no longer remembered.
void EventLog::remove_old_segments() {
  std::vector<fs::path> old;
  {
    const std::lock_guard lock(mutex_);
    const std::uint64_t kept = durable_ - std::min(durable_, options_.remembered);
    const std::uint64_t needed = std::min(released_, kept);
    while (segments_.size() > 1 && segments_[1].first <= needed) {
      old.push_back(segments_.front().file);
      segments_.erase(segments_.begin());
    }
  }
  for (const fs::path& file : old) {
    std::error_code ignored;  // it is removed when the log is opened next
    fs::remove(file, ignored);
  }
}

std::optional<EventLog::Segment> EventLog::segment_of(std::uint64_t sequence) const {
  const std::lock_guard lock(mutex_);
  const auto behind = std::find_if(segments_.begin(), segments_.end(), [&](const Segment& segment) {
    return segment.first > sequence;
  });
  return behind == segments_.begin() ? std::nullopt : std::optional(*(behind - 1));
}

}  // namespace fairmon::eventlog
