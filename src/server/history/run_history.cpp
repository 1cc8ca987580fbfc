#include "server/history/run_history.hpp"

#include <algorithm>

namespace fairmon::server {

RunHistory::RunHistory(std::vector<Panel> panels, std::vector<DrawnTrigger> triggers)
    : panels_(std::move(panels)), triggers_(std::move(triggers)) {}

namespace {

bool has_band(const std::vector<Panel>& panels, std::uint32_t stream) {
  return std::any_of(panels.begin(), panels.end(), [stream](const Panel& panel) {
    return std::any_of(panel.streams.begin(), panel.streams.end(), [stream](const auto& drawn) {
      return drawn.index == stream && drawn.level.has_value();
    });
  });
}

}  // namespace

Series& RunHistory::add_series(std::uint32_t stream, std::string label) {
  auto made = std::make_shared<Series>(stream, std::move(label), has_band(panels_, stream));
  Series& series = *made;
  const std::scoped_lock lock(mutex_);
  series_.push_back(std::move(made));
  num_series_.store(series_.size(), std::memory_order_release);
  return series;
}

void RunHistory::add_notice(std::string kind, std::string text, std::optional<Timestamp> time,
                            std::string stream) {
  const std::scoped_lock lock(mutex_);
  const std::uint64_t number = num_notices_.fetch_add(1, std::memory_order_acq_rel) + 1;
  // A file of bad records must not fill the memory; the counter goes on.
  if (notices_.size() < kMaxNotices) {
    notices_.push_back({number, std::move(kind), std::move(text), time, std::move(stream)});
  }
}

void RunHistory::add_judgement(JudgementChange change) {
  const std::scoped_lock lock(mutex_);
  judgements_.push_back(std::move(change));
  num_judgements_.store(judgements_.size(), std::memory_order_release);
}

std::vector<JudgementChange> RunHistory::judgements_after(std::uint64_t after) const {
  const std::scoped_lock lock(mutex_);
  const std::size_t begin = std::min<std::size_t>(after, judgements_.size());
  return {judgements_.begin() + static_cast<std::ptrdiff_t>(begin), judgements_.end()};
}

std::uint64_t RunHistory::num_judgements() const noexcept {
  return num_judgements_.load(std::memory_order_acquire);
}

void RunHistory::set_waiting(std::vector<Waiting> waiting) {
  const std::scoped_lock lock(mutex_);
  waiting_ = std::move(waiting);
}

std::vector<Waiting> RunHistory::waiting() const {
  const std::scoped_lock lock(mutex_);
  return waiting_;
}

void RunHistory::set_start_time(std::optional<Timestamp> start) {
  const std::scoped_lock lock(mutex_);
  start_time_ = start;
}

void RunHistory::set_left_out(const std::string& panel, std::uint64_t cases) {
  const std::scoped_lock lock(mutex_);
  left_out_[panel] = cases;
}

std::map<std::string, std::uint64_t> RunHistory::left_out() const {
  const std::scoped_lock lock(mutex_);
  return left_out_;
}

void RunHistory::set_reached(Timestamp time) noexcept {
  reached_.store(time.ns, std::memory_order_release);
}

std::vector<std::shared_ptr<Series>> RunHistory::series() const {
  const std::scoped_lock lock(mutex_);
  return series_;
}

std::size_t RunHistory::num_series() const noexcept {
  return num_series_.load(std::memory_order_acquire);
}

std::vector<Episode> RunHistory::episodes() const {
  const std::scoped_lock lock(mutex_);
  return log_.episodes();
}

std::vector<Episode> RunHistory::episodes_since(std::uint64_t revision, std::size_t limit,
                                                std::uint64_t& newest) const {
  std::vector<Episode> changed;
  {
    const std::scoped_lock lock(mutex_);
    newest = log_.revision();
    // Only a trigger's newest episode changes, but triggers take turns: look at all of them.
    std::copy_if(log_.episodes().begin(), log_.episodes().end(), std::back_inserter(changed),
                 [revision](const Episode& episode) { return episode.revision > revision; });
  }
  std::sort(changed.begin(), changed.end(),
            [](const Episode& a, const Episode& b) { return a.revision < b.revision; });
  if (changed.size() > limit) {
    changed.resize(limit);
    newest = changed.back().revision;
  }
  return changed;
}

std::vector<Firing> RunHistory::firings_after(std::uint64_t after, std::size_t limit) const {
  const std::scoped_lock lock(mutex_);
  const std::vector<Firing>& all = log_.firings();
  const std::size_t begin = std::min<std::size_t>(after, all.size());
  const std::size_t end = begin + std::min(limit, all.size() - begin);
  return {all.begin() + static_cast<std::ptrdiff_t>(begin),
          all.begin() + static_cast<std::ptrdiff_t>(end)};
}

std::vector<Firing> RunHistory::firings_between(Timestamp from, Timestamp to, std::size_t limit,
                                                std::size_t& total) const {
  const std::scoped_lock lock(mutex_);
  const std::vector<Firing>& all = log_.firings();
  const auto begin = std::lower_bound(all.begin(), all.end(), from,
                                      [](const Firing& f, Timestamp t) { return f.time < t; });
  const auto end = std::upper_bound(begin, all.end(), to,
                                    [](Timestamp t, const Firing& f) { return t < f.time; });
  total = static_cast<std::size_t>(end - begin);
  return {begin, begin + static_cast<std::ptrdiff_t>(std::min(limit, total))};
}

std::vector<Notice> RunHistory::notices_after(std::uint64_t after) const {
  const std::scoped_lock lock(mutex_);
  const std::size_t begin = std::min<std::size_t>(after, notices_.size());
  return {notices_.begin() + static_cast<std::ptrdiff_t>(begin), notices_.end()};
}

std::uint64_t RunHistory::num_firings() const noexcept {
  return num_firings_.load(std::memory_order_acquire);
}

std::uint64_t RunHistory::num_notices() const noexcept {
  return num_notices_.load(std::memory_order_acquire);
}

std::uint64_t RunHistory::log_revision() const noexcept {
  return log_revision_.load(std::memory_order_acquire);
}

std::optional<Timestamp> RunHistory::start_time() const {
  const std::scoped_lock lock(mutex_);
  return start_time_;
}

Timestamp RunHistory::reached() const noexcept {
  return {reached_.load(std::memory_order_acquire)};
}

}  // namespace fairmon::server
