#include "dsa/client/prefetch.hpp"

namespace fairmon::dsa {

namespace {

// The pager must also end when only this object does, not the whole run.
PagerSettings with_stop(PagerSettings settings, const std::atomic<bool>* stop) {
  settings.stop = stop;
  settings.http.stop = stop;
  return settings;
}

}  // namespace

Prefetcher::Prefetcher(PagerSettings settings, std::size_t depth)
    : outer_stop_(settings.stop),
      depth_(depth),
      pager_(with_stop(std::move(settings), &own_stop_)),
      thread_([this] { run(); }) {}

Prefetcher::~Prefetcher() {
  own_stop_ = true;
  changed_.notify_all();
  thread_.join();
}

bool Prefetcher::stopping() const {
  return own_stop_.load() || (outer_stop_ != nullptr && outer_stop_->load());
}

void Prefetcher::run() {
  while (!stopping()) {
    auto page = pager_.next();
    std::unique_lock lock(mutex_);
    progress_ = pager_.progress();
    if (!page) {
      error_ = std::move(page).error();
      break;
    }
    if (!*page) {
      break;
    }
    changed_.wait(lock, [&] { return pages_.size() < depth_ || own_stop_.load(); });
    pages_.push_back(std::move(**page));
    changed_.notify_all();
  }
  const std::lock_guard lock(mutex_);
  ended_ = true;
  changed_.notify_all();
}

Result<std::optional<Page>> Prefetcher::next() {
  std::unique_lock lock(mutex_);
  while (pages_.empty() && !ended_) {
    changed_.wait_for(lock, std::chrono::milliseconds(200));
    if (stopping()) {
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
