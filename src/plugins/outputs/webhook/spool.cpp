#include "plugins/outputs/webhook/spool.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "plugins/outputs/webhook/spool_file.hpp"
#include "support/durable_file.hpp"
#include "support/packing.hpp"

namespace fairmon::plugins::webhook {

namespace {

/// Notices that were taken are known for so long where nobody says how long is long enough.
constexpr std::uint64_t kMostKnown = 10'000;
constexpr std::uint64_t kWorthRewriting = std::uint64_t{1} << 20U;

std::string notice_payload(std::uint64_t number, const Notice& notice) {
  std::string payload;
  support::pack(payload, static_cast<std::uint64_t>(SpoolRecord::Notice));
  support::pack(payload, number);
  support::pack(payload, pack_notice(notice));
  return payload;
}

std::string number_payload(SpoolRecord kind, std::uint64_t number) {
  std::string payload;
  support::pack(payload, static_cast<std::uint64_t>(kind));
  support::pack(payload, number);
  return payload;
}

}  // namespace

Result<std::unique_ptr<Spool>> Spool::open(Settings settings) {
  std::unique_ptr<Spool> spool(new Spool(std::move(settings)));
  if (auto opened = spool->open_file(); !opened) {
    return std::move(opened).error();
  }
  if (auto read = spool->read_file(); !read) {
    return std::move(read).error();
  }
  return spool;
}

Spool::~Spool() {
  if (descriptor_ >= 0) {
    ::close(descriptor_);
  }
}

Result<void> Spool::open_file() {
  auto opened = open_spool_file(settings_.file);
  if (!opened) {
    return std::move(opened).error();
  }
  if (descriptor_ >= 0) {
    ::close(descriptor_);
  }
  descriptor_ = *opened;
  return {};
}

Result<void> Spool::read_file() {
  auto content = read_spool_file(
      descriptor_, settings_.file,
      [&](std::string_view payload, std::uint64_t offset) { return take_record(payload, offset); });
  if (!content) {
    return std::move(content).error();
  }
  if (content->damaged && settings_.warn) {
    settings_.warn("`" + settings_.file + "` is damaged behind byte " +
                   std::to_string(content->good_bytes) + "; a copy is kept as `" + settings_.file +
                   ".damaged`, alarms behind that place are lost");
  }
  bytes_ = content->good_bytes;
  return {};
}

bool Spool::take_record(std::string_view payload, std::uint64_t offset) {
  support::Unpacker in(payload);
  const auto kind = static_cast<SpoolRecord>(in.number());
  const std::uint64_t number = in.number();
  switch (kind) {
    case SpoolRecord::Run:
      run_ = number;
      forgotten_ = newest_;
      break;
    case SpoolRecord::Position:
      newest_ = std::max(newest_, number);
      break;
    case SpoolRecord::Forgotten:
      forgotten_ = std::max(forgotten_, number);
      break;
    case SpoolRecord::Taken:
      waiting_.erase(number);
      if (const auto found = records_.find(number); found != records_.end()) {
        found->second.taken = true;
      }
      break;
    case SpoolRecord::Notice: {
      const auto notice = unpack_notice(in.text());
      if (!notice) {
        return false;
      }
      note(number, {offset, payload.size(), notice->alarm, notice->kind, notice->id(),
                    notice->ended_ns, false});
      break;
    }
    default:
      return false;
  }
  return in.complete();
}

void Spool::note(std::uint64_t number, Record record) {
  newest_ = std::max(newest_, number);
  ids_[record.id] = number;
  if (record.kind == NoticeKind::Begin) {
    open_[record.alarm] = number;
  } else if (record.kind == NoticeKind::End) {
    open_.erase(record.alarm);
  }
  waiting_.insert(number);
  records_[number] = std::move(record);
}

/// Whether a record has to stay in the file.
bool Spool::needed(std::uint64_t number, const Record& record) const {
  if (!record.taken || number > forgotten_) {
    return true;
  }
  const auto open = open_.find(record.alarm);
  return open != open_.end() && open->second == number;
}

void Spool::drop_taken() {
  if (newest_ > kMostKnown) {
    forgotten_ = std::max(forgotten_, newest_ - kMostKnown);
  }
  for (auto one = records_.begin(); one != records_.end();) {
    const bool known = one->first > forgotten_;
    if (const auto id = ids_.find(one->second.id);
        !known && id != ids_.end() && id->second == one->first) {
      ids_.erase(id);
    }
    one = needed(one->first, one->second) ? std::next(one) : records_.erase(one);
  }
}

int Spool::append(std::string_view payload) {
  const std::string frame = spool_frame(payload);
  if (::lseek(descriptor_, static_cast<off_t>(bytes_), SEEK_SET) < 0) {
    return errno;
  }
  const int failure = support::write_all(descriptor_, frame);
  if (failure != 0) {
    // What was begun is taken back, so that the next record begins at a known place.
    static_cast<void>(::ftruncate(descriptor_, static_cast<off_t>(bytes_)) == 0);
    return failure;
  }
  bytes_ += frame.size();
  unsynced_ = true;
  return 0;
}

Result<std::string> Spool::payload_of(const Record& record) const {
  std::string payload(record.size, '\0');
  const ssize_t count =
      ::pread(descriptor_, payload.data(), payload.size(), static_cast<off_t>(record.offset));
  if (count != static_cast<ssize_t>(payload.size())) {
    return Error(ErrorCode::Input, "cannot read `" + settings_.file + "`");
  }
  return payload;
}

Result<Notice> Spool::notice_of(const Record& record) const {
  const auto payload = payload_of(record);
  if (!payload) {
    return payload.error();
  }
  support::Unpacker in(*payload);
  in.number();
  in.number();
  auto notice = unpack_notice(in.text());
  return notice ? Result<Notice>(*std::move(notice))
                : Error(ErrorCode::Input, "cannot read `" + settings_.file + "`");
}

/// Puts a file with what is still needed in place of the old one.
Result<void> Spool::rewrite() {
  drop_taken();
  std::string content(kSpoolMagic);
  content += spool_frame(number_payload(SpoolRecord::Run, run_));
  content += spool_frame(number_payload(SpoolRecord::Position, newest_));
  content += spool_frame(number_payload(SpoolRecord::Forgotten, forgotten_));
  std::map<std::uint64_t, std::uint64_t> offsets;
  for (const auto& [number, record] : records_) {
    const auto payload = payload_of(record);
    if (!payload) {
      return payload.error();
    }
    offsets[number] = content.size() + kSpoolFrameHead;
    content += spool_frame(*payload);
    if (record.taken) {
      content += spool_frame(number_payload(SpoolRecord::Taken, number));
    }
  }
  if (const int failure = support::replace_file(settings_.file, content); failure != 0) {
    return Error(ErrorCode::Output,
                 "cannot write `" + settings_.file + "`: " + std::strerror(failure));
  }
  if (auto opened = open_file(); !opened) {
    return opened;
  }
  for (auto& [number, record] : records_) {
    record.offset = offsets[number];
  }
  bytes_ = content.size();
  unsynced_ = false;
  return {};
}

/// Half of the room is for ends: begins stay in the file until their alarms are over, and if they
/// could fill it no end would ever fit.
bool Spool::make_room(std::uint64_t bytes, NoticeKind kind) {
  const std::uint64_t most =
      kind == NoticeKind::End ? settings_.most_bytes : settings_.most_bytes / 2;
  if (bytes_ + bytes > most) {
    // Some of it may be of no use any more.
    std::uint64_t useful = 0;
    for (const auto& [number, record] : records_) {
      useful += needed(number, record) ? record.size + kSpoolFrameHead : 0;
    }
    if (useful + bytes <= most && useful < bytes_ - bytes_ / 8) {
      static_cast<void>(rewrite().ok());
    }
  }
  const bool fits = bytes_ + bytes <= most;
  if (!fits && !full_ && settings_.warn) {
    settings_.warn("`" + settings_.file + "` is full (" + std::to_string(settings_.most_bytes) +
                   " bytes, " + std::to_string(waiting_.size()) +
                   " alarms wait): further alarms wait in memory until the receiver takes some, "
                   "and are lost if they are over before");
  }
  full_ = !fits;
  return fits;
}

/// An older one of that kind that waits is out of date.
void Spool::supersede(const std::string& alarm) {
  for (const std::uint64_t number : waiting_) {
    Record& record = records_.at(number);
    if (record.alarm == alarm && record.kind == NoticeKind::Still) {
      if (append(number_payload(SpoolRecord::Taken, number)) == 0) {
        record.taken = true;
        waiting_.erase(number);
      }
      return;
    }
  }
}

bool Spool::add(const Notice& notice) {
  const std::lock_guard lock(mutex_);
  if (ids_.count(notice.id()) > 0) {
    return true;
  }
  const std::uint64_t number = newest_ + 1;
  const std::string payload = notice_payload(number, notice);
  if (!make_room(payload.size() + kSpoolFrameHead, notice.kind)) {
    return false;
  }
  if (notice.kind == NoticeKind::Still) {
    supersede(notice.alarm);
  }
  const std::uint64_t offset = bytes_ + kSpoolFrameHead;
  if (const int failure = append(payload); failure != 0) {
    if (settings_.warn && !std::exchange(full_, true)) {
      settings_.warn("cannot write `" + settings_.file + "`: " + std::strerror(failure) +
                     "; alarms wait in memory until it can be written");
    }
    return false;
  }
  note(number,
       {offset, payload.size(), notice.alarm, notice.kind, notice.id(), notice.ended_ns, false});
  return true;
}

Result<void> Spool::sync() {
  const std::lock_guard lock(mutex_);
  if (!unsynced_) {
    return {};
  }
  if (const int failure = support::sync_file(descriptor_); failure != 0) {
    return Error(ErrorCode::Output,
                 "cannot write `" + settings_.file + "`: " + std::strerror(failure));
  }
  unsynced_ = false;
  return {};
}

Result<std::vector<Notice>> Spool::begin_run() {
  const std::lock_guard lock(mutex_);
  std::vector<Notice> open;
  for (const auto& [alarm, number] : open_) {
    auto notice = notice_of(records_.at(number));
    if (!notice) {
      return std::move(notice).error();
    }
    open.push_back(*std::move(notice));
  }
  ++run_;
  forgotten_ = newest_;
  if (auto written = rewrite(); !written) {
    return std::move(written).error();
  }
  return open;
}

bool Spool::resume_run(std::uint64_t run, std::uint64_t position) {
  const std::lock_guard lock(mutex_);
  const bool same = run == run_ && position <= newest_;
  run_ = run;
  newest_ = std::max(newest_, position);
  return same;
}

std::uint64_t Spool::run() const {
  const std::lock_guard lock(mutex_);
  return run_;
}

std::uint64_t Spool::position() const {
  const std::lock_guard lock(mutex_);
  return newest_;
}

void Spool::forget(std::uint64_t position) {
  const std::lock_guard lock(mutex_);
  forgotten_ = std::max(forgotten_, position);
}

bool Spool::knows(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  return ids_.count(id) > 0;
}

std::optional<std::int64_t> Spool::end_of(const std::string& alarm) const {
  const std::lock_guard lock(mutex_);
  Notice end;
  end.kind = NoticeKind::End;
  end.alarm = alarm;
  const auto found = ids_.find(end.id());
  return found == ids_.end() ? std::nullopt : records_.at(found->second).ended_ns;
}

std::optional<Spool::Waiting> Spool::next() {
  const std::lock_guard lock(mutex_);
  while (!waiting_.empty()) {
    const std::uint64_t number = *waiting_.begin();
    auto notice = notice_of(records_.at(number));
    if (notice) {
      return Waiting{number, *std::move(notice)};
    }
    if (settings_.warn) {
      settings_.warn(notice.error().message + ", so one alarm is lost");
    }
    waiting_.erase(number);
  }
  return std::nullopt;
}

void Spool::take_out(std::uint64_t number) {
  const std::lock_guard lock(mutex_);
  waiting_.erase(number);
  if (const auto found = records_.find(number); found != records_.end()) {
    found->second.taken = true;
  }
  // If this is lost the receiver gets the notice once more, with the same id.
  if (append(number_payload(SpoolRecord::Taken, number)) == 0) {
    unsynced_ = support::sync_file(descriptor_) != 0;
  }
  full_ = false;
  std::uint64_t useful = 0;
  for (const auto& [one, record] : records_) {
    useful += needed(one, record) ? record.size : 0;
  }
  if ((bytes_ > kWorthRewriting && useful < bytes_ / 2) || bytes_ > settings_.most_bytes) {
    static_cast<void>(rewrite().ok());
  }
}

std::uint64_t Spool::num_waiting() const {
  const std::lock_guard lock(mutex_);
  return waiting_.size();
}

std::uint64_t Spool::num_bytes() const {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

}  // namespace fairmon::plugins::webhook
