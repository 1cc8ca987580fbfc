#pragma once

#include <fairmon/result.hpp>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "eventlog/commit.hpp"
#include "eventlog/known.hpp"
#include "support/thread.hpp"

namespace fairmon::eventlog {

struct LogOptions {
  std::filesystem::path folder;                            ///< made if it is not there
  std::uint64_t segment_bytes = std::uint64_t{64} << 20U;  ///< about; then the next one begins
  /// So many newest events stay when everybody has read them, and their ids are remembered.
  std::uint64_t remembered = 200'000;
  std::uint64_t most_waiting_bytes = std::uint64_t{64} << 20U;
  std::size_t most_clients = 10'000;
  /// Nanoseconds since 1970; where it goes back, events arrive at the latest time so far.
  std::function<std::int64_t()> clock;
};

/// What opening a log found.
struct Recovery {
  std::uint64_t num_segments = 0;
  std::uint64_t torn_bytes = 0;  ///< cut off the end
};

struct LogFacts {
  std::uint64_t first = 0;  ///< sequence number of the oldest event
  std::uint64_t end = 0;    ///< behind the newest durable one
  std::uint64_t bytes = 0;
  std::uint64_t waiting_bytes = 0;
  std::uint64_t num_commits = 0;
  std::uint64_t num_duplicates = 0;
};

/// A folder of segments that takes events and keeps them; see README. One process at a time.
class EventLog {
 public:
  /// Cuts off what a crash tore; refuses a log of which something durable is damaged or missing.
  [[nodiscard]] static Result<std::unique_ptr<EventLog>> open(LogOptions options);
  ~EventLog();
  EventLog(const EventLog&) = delete;
  EventLog& operator=(const EventLog&) = delete;

  /// From any thread. `done` comes from the log's own thread once the events are durable, or with
  /// the reason why they are not; at once if the log is busy or broken.
  void submit(Submission submission, Done done);
  /// Waits until there is a durable event with this number; false after the time given.
  [[nodiscard]] bool wait_for(std::uint64_t sequence, std::chrono::milliseconds most);
  /// Nobody will read events before this one any more.
  void release(std::uint64_t sequence);

  [[nodiscard]] LogFacts facts() const;
  [[nodiscard]] const Recovery& recovery() const noexcept { return recovery_; }
  /// Why nothing can be written until the log is opened again; empty: it can.
  [[nodiscard]] std::string broken() const;

 private:
  friend class LogReader;
  struct Segment {
    std::uint64_t first = 0;
    std::filesystem::path file;
    std::uint64_t bytes = 0;
  };
  struct Waiting {
    Submission submission;
    std::function<void(const Receipt&)> before_reading;
    Done done;
    std::uint64_t bytes = 0;
  };
  explicit EventLog(LogOptions options);
  // log_open.cpp
  Result<void> lock_folder();
  Result<void> recover();
  Result<void> recover_segment(Segment& segment, bool last);
  Result<void> open_for_writing();
  // log.cpp
  void work();
  void fail_waiting(const Error& error);
  Result<void> write_group(std::vector<Waiting>& group);
  Result<void> make_room();
  Result<void> append(const std::string& bytes);
  Result<void> begin_segment(std::uint64_t first);
  void remove_old_segments();
  void set_broken(std::string reason);
  [[nodiscard]] std::int64_t arrival_time();
  [[nodiscard]] std::filesystem::path segment_file(std::uint64_t first) const;
  /// The file that holds an event: its name, and the number of its first event.
  [[nodiscard]] std::optional<Segment> segment_of(std::uint64_t sequence) const;

  LogOptions options_;
  Recovery recovery_;
  int lock_ = -1;

  // Of the thread that writes.
  Known known_;
  int descriptor_ = -1;
  std::uint64_t next_ = 0;  ///< sequence number of the next event
  std::int64_t latest_arrival_ = 0;

  mutable std::mutex mutex_;  ///< guards what follows
  std::condition_variable wake_;
  std::condition_variable grown_;
  std::vector<Segment> segments_;  ///< oldest first; the last one is written to
  std::vector<Waiting> waiting_;
  std::uint64_t waiting_bytes_ = 0;
  std::uint64_t durable_ = 0;  ///< sequence number behind the last durable event
  std::uint64_t released_ = 0;
  std::uint64_t num_commits_ = 0;
  std::uint64_t num_duplicates_ = 0;
  std::string broken_;
  bool stopping_ = false;

  support::Thread thread_;  ///< last: it uses everything above
};

}  // namespace fairmon::eventlog
