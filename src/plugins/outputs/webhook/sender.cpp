#include "plugins/outputs/webhook/sender.hpp"

#include <algorithm>
#include <random>

namespace fairmon::plugins::webhook {

namespace {

using std::chrono::milliseconds;

/// A message that the receiver does not want is offered so often.
constexpr std::uint64_t kRefusals = 3;

}  // namespace

Sender::Sender(const WebhookSettings& settings, Spool& spool, Warn warn)
    : settings_(settings),
      spool_(spool),
      warn_(std::move(warn)),
      delivery_(settings, [this] { return cancelled_.load(); }) {}

Sender::~Sender() { finish(milliseconds(0)); }

Result<void> Sender::start() {
  return thread_.start([this] { run(); },
                       [this](const Error& error) {
                         tell(error.message);
                         const std::lock_guard lock(mutex_);
                         done_ = true;
                         changed_.notify_all();
                       });
}

void Sender::wake() {
  const std::lock_guard lock(mutex_);
  news_ = true;
  changed_.notify_all();
}

void Sender::finish(milliseconds patience) {
  {
    std::unique_lock lock(mutex_);
    ending_ = true;
    changed_.notify_all();
    changed_.wait_for(lock, patience, [&] { return done_; });
    cancelled_ = true;
    changed_.notify_all();
  }
  thread_.join();
}

Sender::Counts Sender::counts() const { return {sent_, failed_, refused_}; }

/// One line per kind of trouble, not one per attempt.
void Sender::tell(const std::string& trouble) {
  if (trouble != told_ && warn_) {
    warn_(trouble);
  }
  told_ = trouble;
}

void Sender::run() {
  while (!cancelled_) {
    const auto waiting = spool_.next();
    const milliseconds pause = waiting ? treat(*waiting) : milliseconds::max();
    std::unique_lock lock(mutex_);
    if (!waiting && ending_) {
      break;
    }
    if (!waiting) {
      changed_.wait(lock, [&] { return news_ || ending_; });
      news_ = false;
    } else if (pause > milliseconds(0)) {
      changed_.wait_for(lock, pause, [&] { return cancelled_.load(); });
    }
  }
  const std::lock_guard lock(mutex_);
  done_ = true;
  changed_.notify_all();
}

/// Posts a notice; how long to wait before the next.
milliseconds Sender::treat(const Spool::Waiting& waiting) {
  const Attempt attempt = delivery_.post(waiting.notice);
  if (attempt.outcome == Attempt::Outcome::Taken) {
    spool_.take_out(waiting.number);
    ++sent_;
    failures_ = 0;
    if (!told_.empty() && warn_) {
      warn_("the receiver of alarms takes them again");
    }
    told_.clear();
    return milliseconds(0);
  }
  if (cancelled_) {
    return milliseconds(0);
  }
  ++failed_;
  ++failures_;
  if (attempt.outcome == Attempt::Outcome::Refused && failures_ >= kRefusals) {
    spool_.take_out(waiting.number);
    ++refused_;
    failures_ = 0;
    tell("the receiver does not want the alarm " + waiting.notice.id() +
         ", so it is dropped: " + attempt.trouble);
    return milliseconds(0);
  }
  tell("alarms wait: " + attempt.trouble);
  return pause_after(attempt);
}

/// Twice as long from try to try, and not in step with others.
milliseconds Sender::pause_after(const Attempt& attempt) {
  constexpr std::uint64_t kMostDoublings = 20;
  const auto doublings = std::min(failures_ - 1, kMostDoublings);
  const milliseconds whole =
      std::min(settings_.longest_pause, settings_.first_pause * (std::int64_t{1} << doublings));
  static thread_local std::minstd_rand random(std::random_device{}());
  const auto some = std::uniform_int_distribution<std::int64_t>(0, whole.count() / 4)(random);
  const milliseconds pause = whole - milliseconds(some);
  return attempt.retry_after ? std::max<milliseconds>(*attempt.retry_after, pause) : pause;
}

}  // namespace fairmon::plugins::webhook
