#include "server/stop_signals.hpp"

#include <atomic>
#include <csignal>

namespace fairmon::server {

namespace {

// A signal handler can reach nothing but globals.
std::atomic<bool> stop_signal_came = false;
static_assert(std::atomic<bool>::is_always_lock_free);

std::atomic<bool> hang_up_came = false;

extern "C" void note_stop_signal(int) { stop_signal_came = true; }
extern "C" void note_hang_up(int) { hang_up_came = true; }

}  // namespace

StopSignals::StopSignals(bool heard, bool hears_hang_up)
    : heard_(heard), hears_hang_up_(heard && hears_hang_up) {
  if (!heard_) {
    return;
  }
  struct sigaction action{};
  action.sa_handler = note_stop_signal;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  if (hears_hang_up_) {
    hang_up_came = false;
    action.sa_handler = note_hang_up;
    sigaction(SIGHUP, &action, nullptr);
  }
}

StopSignals::~StopSignals() {
  if (heard_) {
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
    stop_signal_came = false;
  }
  if (hears_hang_up_) {
    std::signal(SIGHUP, SIG_DFL);
  }
}

bool StopSignals::came() const noexcept { return heard_ && stop_signal_came; }

bool StopSignals::hung_up() const noexcept {
  return hears_hang_up_ && hang_up_came.exchange(false);
}

}  // namespace fairmon::server
