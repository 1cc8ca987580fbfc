#include "dsa/client/prefetch.hpp"

#include <utility>

namespace fairmon::dsa {

// The pager must also end when only this object does, not the whole run.
PagerSettings Prefetcher::with_stop(PagerSettings settings) const {
  settings.cancelled = [this] { return own_stop_.load() || (outer_stop_ && outer_stop_()); };
  return settings;
}

Prefetcher::Prefetcher(PagerSettings settings, std::size_t depth)
    : outer_stop_(settings.cancelled), depth_(depth), pager_(with_stop(std::move(settings))) {
  auto started = thread_.start([this] { run(); }, [this](Error error) { end(std::move(error)); });
  if (!started) {
    end(std::move(started).error());
  }
}

Prefetcher::~Prefetcher() {
  {
    const std::lock_guard lock(mutex_);
    own_stop_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void Prefetcher::end(std::optional<Error> error) {
  const std::lock_guard lock(mutex_);
  error_ = std::move(error);
  ended_ = true;
  changed_.notify_all();
}

void Prefetcher::run() {
  while (true) {
    auto page = pager_.next();
    std::unique_lock lock(mutex_);
    progress_ = pager_.progress();
    if (!page || !*page) {
      lock.unlock();
      end(page ? std::nullopt : std::optional(std::move(page).error()));
      return;
    }
    changed_.wait(lock, [&] { return pages_.size() < depth_ || own_stop_.load(); });
    pages_.push_back(std::move(**page));
    changed_.notify_all();
  }
}

Result<std::optional<Page>> Prefetcher::next() {
  std::unique_lock lock(mutex_);
  while (pages_.empty() && !ended_) {
    changed_.wait_for(lock, std::chrono::milliseconds(200));
    if (outer_stop_ && outer_stop_()) {
      own_stop_ = true;
      return Error(ErrorCode::Cancelled, "stopped while waiting for the database");
    }
  }
  if (!pages_.empty()) {
    Page page = std::move(pages_.front());
    pages_.pop_front();
    changed_.notify_all();
    return std::optional<Page>(std::move(page));
  }
  if (error_) {
    return *error_;
  }
  return std::optional<Page>();
}

PagerProgress Prefetcher::progress() const {
  const std::lock_guard lock(mutex_);
  return progress_;
}

}  // namespace fairmon::dsa
