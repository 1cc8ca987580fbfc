#include "cli/interrupt.hpp"

#include <unistd.h>

#include <csignal>

namespace fairmon::cli {

namespace {

// A signal handler can reach nothing but globals.
std::atomic<bool> interrupt_wanted = false;
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void note_interrupt(int signal) {
  // A terminal that closes may tell so more than once, and nobody is there to be impatient.
  if (interrupt_wanted.exchange(true) && signal != SIGHUP) {
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
  // A closed terminal; a run that was told not to mind (nohup) goes on.
  struct sigaction before{};
  sigaction(SIGHUP, nullptr, &before);
  if (before.sa_handler != SIG_IGN) {
    sigaction(SIGHUP, &action, nullptr);
  }
}

InterruptGuard::~InterruptGuard() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  struct sigaction current{};
  sigaction(SIGHUP, nullptr, &current);
  if (current.sa_handler == note_interrupt) {
    std::signal(SIGHUP, SIG_DFL);
  }
}

const std::atomic<bool>& InterruptGuard::wanted() const { return interrupt_wanted; }

}  // namespace fairmon::cli
