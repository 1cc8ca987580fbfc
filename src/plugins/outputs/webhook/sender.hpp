#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>

#include "plugins/outputs/webhook/delivery.hpp"
#include "plugins/outputs/webhook/spool.hpp"
#include "support/thread.hpp"

namespace fairmon::plugins::webhook {

/// Takes notices out of a spool, oldest first, and posts each until the receiver has it. Has a
/// thread of its own, so nobody waits for a receiver.
class Sender {
 public:
  using Warn = std::function<void(const std::string&)>;
  struct Counts {
    std::uint64_t sent = 0;     ///< notices that the receiver took
    std::uint64_t failed = 0;   ///< attempts that did not work
    std::uint64_t refused = 0;  ///< notices that the receiver never wants
  };

  Sender(const WebhookSettings& settings, Spool& spool, Warn warn);
  ~Sender();
  Sender(const Sender&) = delete;
  Sender& operator=(const Sender&) = delete;

  Result<void> start();
  /// There may be something new.
  void wake();
  /// Ends the thread; before that it may go on for so long while something waits.
  void finish(std::chrono::milliseconds patience);
  [[nodiscard]] Counts counts() const;

 private:
  void run();
  [[nodiscard]] std::chrono::milliseconds treat(const Spool::Waiting& waiting);
  [[nodiscard]] std::chrono::milliseconds pause_after(const Attempt& attempt);
  void tell(const std::string& trouble);

  WebhookSettings settings_;
  Spool& spool_;
  Warn warn_;
  std::atomic<bool> cancelled_ = false;
  Delivery delivery_;
  std::atomic<std::uint64_t> sent_ = 0;
  std::atomic<std::uint64_t> failed_ = 0;
  std::atomic<std::uint64_t> refused_ = 0;
  std::uint64_t failures_ = 0;  ///< one after the other
  std::string told_;            ///< the newest trouble somebody was told of
  std::mutex mutex_;            ///< guards the three below
  bool news_ = false;
  bool ending_ = false;
  bool done_ = false;
  std::condition_variable changed_;
  support::Thread thread_;
};

}  // namespace fairmon::plugins::webhook
