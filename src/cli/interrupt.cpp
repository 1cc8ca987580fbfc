#include "cli/interrupt.hpp"

#include <unistd.h>

#include <csignal>

namespace fairmon::cli {

namespace {

// A signal handler can reach nothing but globals.
std::atomic<bool> interrupt_wanted = false;
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void note_interrupt(int) {
  if (interrupt_wanted.exchange(true)) {
    _exit(130);
  }
}

}  // namespace

InterruptGuard::InterruptGuard() {
  interrupt_wanted = false;
  struct sigaction action{};
  action.sa_handler = note_interrupt;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

InterruptGuard::~InterruptGuard() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

const std::atomic<bool>& InterruptGuard::wanted() const { return interrupt_wanted; }

}  // namespace fairmon::cli
