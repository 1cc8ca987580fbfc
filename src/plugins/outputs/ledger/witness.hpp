#pragma once

#include <fairmon/result.hpp>

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include "ledger/chain/lines.hpp"
#include "support/thread.hpp"

namespace fairmon::plugins::ledger_output {

/// Takes heads of a ledger out of the reach of whoever could rewrite it: prints them, or sends them
/// to an address. Sending has a thread of its own; while one head is on its way only the newest
/// waits, which vouches for all before it.
class Witness {
 public:
  using Warn = std::function<void(const std::string&)>;

  /// `where` is `print` or an address.
  Witness(std::string where, std::string ledger);
  ~Witness();
  Witness(const Witness&) = delete;
  Witness& operator=(const Witness&) = delete;

  Result<void> start(Warn warn);
  void show(const ledger::Head& head);
  /// Waits until the last head is sent, or could not be.
  void finish();

 private:
  [[nodiscard]] std::string message(const ledger::Head& head) const;
  void run();
  void send(const std::string& text);

  std::string where_;
  std::string ledger_;
  Warn warn_;
  std::mutex mutex_;  ///< guards the two below
  std::optional<std::string> next_;
  bool ending_ = false;
  std::condition_variable news_;
  support::Thread thread_;
};

}  // namespace fairmon::plugins::ledger_output
