#pragma once

#include <fairmon/result.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "eventlog/frame.hpp"
#include "eventlog/known.hpp"

namespace fairmon::eventlog {

/// Given when the events are on the disk.
struct Receipt {
  std::uint64_t first = 0;       ///< sequence number of the first event that was new
  std::uint64_t stored = 0;      ///< events that were new
  std::uint64_t duplicates = 0;  ///< events that were there already
};

/// Events handed in together: all of them are kept, or none.
struct Submission {
  std::string client;  ///< empty: events are told apart by their ids, as far as they have some
  std::uint64_t client_first = 0;  ///< the client's number of the first event
  std::vector<LoggedEvent> events;
  /// Called when they are durable, before anybody can read them; may be nothing.
  std::function<void(const Receipt&)> before_reading;
};

/// Why events were not taken.
struct Refusal {
  enum class Reason : std::uint8_t {
    Gap,      ///< the client left numbers out
    Clients,  ///< there are too many clients
    Busy,     ///< too much is waiting to be written
    Storage,  ///< writing failed, for now or until the log is opened again
  };
  Reason reason = Reason::Storage;
  std::string message;
  std::uint64_t expected = 0;  ///< with `Gap`: the number that comes next
};

using Done = std::function<void(Result<Receipt, Refusal>)>;

/// Decides what of some submissions is new and notes it in `Known`, so that the next one sees it.
/// If they are not written after all, `undo` takes it back.
class Commit {
 public:
  Commit(Known& known, std::uint64_t next, std::size_t most_clients)
      : known_(known), next_(next), most_clients_(most_clients) {}

  /// The receipt to give once everything is durable, and the frame to write if there is one.
  [[nodiscard]] Result<Receipt, Refusal> add(Submission&& submission, std::optional<Frame>& frame);
  void undo();
  /// Sequence number behind everything added.
  [[nodiscard]] std::uint64_t next() const noexcept { return next_; }

 private:
  struct OldClient {
    std::string name;
    std::optional<std::uint64_t> newest;
  };
  [[nodiscard]] Result<std::uint64_t, Refusal> count_known(const Submission& submission) const;
  Receipt add_numbered(Submission&& submission, std::uint64_t known, Frame& frame);
  Receipt add_by_id(Submission&& submission, Frame& frame);

  Known& known_;
  std::uint64_t next_;
  std::size_t most_clients_;
  std::size_t num_ids_ = 0;
  std::vector<OldClient> clients_;
};

}  // namespace fairmon::eventlog
