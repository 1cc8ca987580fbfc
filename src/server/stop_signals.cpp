#include "server/stop_signals.hpp"

#include <atomic>
#include <csignal>

namespace fairmon::server {

namespace {

// A signal handler can reach nothing but globals.
std::atomic<bool> stop_signal_came = false;
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void note_stop_signal(int) { stop_signal_came = true; }

}  // namespace

StopSignals::StopSignals(bool heard) : heard_(heard) {
  if (!heard_) {
    return;
  }
  stop_signal_came = false;
  struct sigaction action{};
  action.sa_handler = note_stop_signal;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

StopSignals::~StopSignals() {
  if (heard_) {
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
  }
}

bool StopSignals::came() const noexcept { return heard_ && stop_signal_came; }

}  // namespace fairmon::server
