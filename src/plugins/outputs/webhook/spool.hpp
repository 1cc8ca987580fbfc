#pragma once

#include <fairmon/result.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "plugins/outputs/webhook/notice.hpp"

namespace fairmon::plugins::webhook {

/// Notices on the disk until somebody has taken them. One file that grows, with a checksum for
/// every record, and is written anew, smaller, when most of it is of no use any more. What `add`
/// took is there after a power cut. From any thread.
class Spool {
 public:
  using Warn = std::function<void(const std::string&)>;
  struct Settings {
    std::string file;
    std::uint64_t most_bytes = std::uint64_t{64} << 20U;
    Warn warn;
  };
  /// A notice that waits, and the number by which it is taken out.
  struct Waiting {
    std::uint64_t number = 0;
    Notice notice;
  };

  /// Another process must not have it open. A file cut short by a crash is repaired; of a damaged
  /// one a copy is kept beside it.
  [[nodiscard]] static Result<std::unique_ptr<Spool>> open(Settings settings);
  ~Spool();
  Spool(const Spool&) = delete;
  Spool& operator=(const Spool&) = delete;

  /// A run begins anew: it knows no notice of earlier ones. Returns the begins of alarms that these
  /// left open.
  [[nodiscard]] Result<std::vector<Notice>> begin_run();
  /// A run goes on after a checkpoint with these two. False: the file is of another run.
  [[nodiscard]] bool resume_run(std::uint64_t run, std::uint64_t position);
  [[nodiscard]] std::uint64_t run() const;
  /// Number of the newest notice.
  [[nodiscard]] std::uint64_t position() const;
  /// Notices up to this position are never made again.
  void forget(std::uint64_t position);

  /// False: there is no room. A notice with an id that is there is taken and not kept twice; one
  /// that tells that an alarm goes on takes the place of an older one that waits.
  [[nodiscard]] bool add(const Notice& notice);
  /// Waits until what was added is on the disk.
  [[nodiscard]] Result<void> sync();
  /// Whether a notice was taken since the position at which the run resumed.
  [[nodiscard]] bool knows(const std::string& id) const;
  [[nodiscard]] std::optional<std::int64_t> end_of(const std::string& alarm) const;

  [[nodiscard]] std::optional<Waiting> next();
  void take_out(std::uint64_t number);

  [[nodiscard]] std::uint64_t num_waiting() const;
  [[nodiscard]] std::uint64_t num_bytes() const;

 private:
  struct Record {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    std::string alarm;
    NoticeKind kind = NoticeKind::Begin;
    std::string id;
    std::optional<std::int64_t> ended_ns;
    bool taken = false;
  };
  explicit Spool(Settings settings) : settings_(std::move(settings)) {}

  Result<void> read_file();
  [[nodiscard]] bool take_record(std::string_view payload, std::uint64_t offset);
  Result<void> open_file();
  [[nodiscard]] int append(std::string_view payload);
  [[nodiscard]] bool needed(std::uint64_t number, const Record& record) const;
  void drop_taken();
  void note(std::uint64_t number, Record record);
  [[nodiscard]] Result<std::string> payload_of(const Record& record) const;
  [[nodiscard]] Result<Notice> notice_of(const Record& record) const;
  Result<void> rewrite();
  [[nodiscard]] bool make_room(std::uint64_t bytes, NoticeKind kind);
  void supersede(const std::string& alarm);

  Settings settings_;
  mutable std::mutex mutex_;  ///< guards what follows
  int descriptor_ = -1;
  std::uint64_t bytes_ = 0;
  std::uint64_t run_ = 0;
  std::uint64_t newest_ = 0;     ///< number of the newest notice
  std::uint64_t forgotten_ = 0;  ///< those up to here are not made again
  std::map<std::uint64_t, Record> records_;
  std::map<std::string, std::uint64_t> ids_;   ///< of notices that may be made again
  std::map<std::string, std::uint64_t> open_;  ///< alarms without an end, by their begin
  std::set<std::uint64_t> waiting_;
  bool full_ = false;
  bool unsynced_ = false;
};

}  // namespace fairmon::plugins::webhook
