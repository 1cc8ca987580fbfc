#include "watch/push/verdict_desk.hpp"

#include <algorithm>
#include <utility>

namespace fairmon::watch {

void VerdictDesk::wait(std::uint64_t first, std::uint64_t end, Clock::time_point until, Told told) {
  std::vector<Waiting> done;
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back({first, end, until, std::move(told), {}});
    done = take_done();
  }
  for (Waiting& one : done) {
    one.told(std::move(one.verdicts));
  }
}

void VerdictDesk::expire(Clock::time_point now) {
  std::vector<Waiting> late;
  {
    const std::lock_guard lock(mutex_);
    const auto kept = std::partition(waiting_.begin(), waiting_.end(),
                                     [&](const Waiting& one) { return one.until > now; });
    std::move(kept, waiting_.end(), std::back_inserter(late));
    waiting_.erase(kept, waiting_.end());
  }
  for (Waiting& one : late) {
    one.told(std::move(one.verdicts));
  }
}

std::size_t VerdictDesk::num_waiting() const {
  const std::lock_guard lock(mutex_);
  return waiting_.size();
}

std::uint64_t VerdictDesk::judged() const {
  const std::lock_guard lock(mutex_);
  return judged_;
}

void VerdictDesk::started(std::uint64_t event, std::uint64_t sequence) {
  const std::lock_guard lock(mutex_);
  stretches_.clear();
  for (Waiting& one : waiting_) {
    if (one.end > sequence) {
      one.verdicts = {};  // these are judged again
    }
  }
  events_ = event;
  decided_events_ = event;
  seen_ = sequence;
  judged_ = sequence;
}

void VerdictDesk::delivered(std::uint64_t event, std::uint64_t sequence) {
  const std::lock_guard lock(mutex_);
  const bool follows = !stretches_.empty() &&
                       stretches_.back().sequence + (event - stretches_.back().event) == sequence;
  if (!follows) {
    stretches_.push_back({event, sequence});
  }
  events_ = event + 1;
  seen_ = sequence + 1;
}

void VerdictDesk::skipped(std::uint64_t sequence, const RecordError& why) {
  std::vector<Waiting> done;
  {
    const std::lock_guard lock(mutex_);
    if (Waiting* one = waiting_for(sequence)) {
      one->verdicts.skipped.push_back(why.to_string());
    }
    seen_ = sequence + 1;
    judged_ = decided_events_ >= events_ ? seen_ : judged_;
    done = take_done();
  }
  for (Waiting& one : done) {
    one.told(std::move(one.verdicts));
  }
}

void VerdictDesk::decided(std::uint64_t events) {
  std::vector<Waiting> done;
  {
    const std::lock_guard lock(mutex_);
    decided_events_ = std::max(decided_events_, events);
    if (decided_events_ >= events_) {
      judged_ = seen_;
    } else if (const auto next = sequence_of(decided_events_)) {
      judged_ = *next;
    }
    while (stretches_.size() > 1 && stretches_[1].event <= decided_events_) {
      stretches_.pop_front();
    }
    done = take_done();
  }
  for (Waiting& one : done) {
    one.told(std::move(one.verdicts));
  }
}

bool VerdictDesk::wanted(std::uint64_t event) const {
  const std::lock_guard lock(mutex_);
  return !waiting_.empty() && sequence_of(event).has_value();
}

void VerdictDesk::say(std::uint64_t event, std::string line) {
  const std::lock_guard lock(mutex_);
  const auto sequence = sequence_of(event);
  if (Waiting* one = sequence ? waiting_for(*sequence) : nullptr) {
    one->verdicts.lines.push_back(std::move(line));
  }
}

std::optional<std::uint64_t> VerdictDesk::sequence_of(std::uint64_t event) const {
  std::optional<std::uint64_t> found;
  for (const Stretch& stretch : stretches_) {
    if (stretch.event <= event) {
      found = stretch.sequence + (event - stretch.event);
    }
  }
  return found;
}

VerdictDesk::Waiting* VerdictDesk::waiting_for(std::uint64_t sequence) {
  const auto found = std::find_if(waiting_.begin(), waiting_.end(), [&](const Waiting& one) {
    return one.first <= sequence && sequence < one.end;
  });
  return found == waiting_.end() ? nullptr : &*found;
}

/// Those whose events are all judged.
std::vector<VerdictDesk::Waiting> VerdictDesk::take_done() {
  std::vector<Waiting> done;
  const auto kept = std::partition(waiting_.begin(), waiting_.end(),
                                   [&](const Waiting& one) { return one.end > judged_; });
  std::move(kept, waiting_.end(), std::back_inserter(done));
  waiting_.erase(kept, waiting_.end());
  for (Waiting& one : done) {
    one.verdicts.complete = true;
  }
  return done;
}

Result<void> DeskSink::open(const Spec& spec, const SinkContext& context) {
  factory_.emplace(spec, context);
  lines_.emplace(*factory_, TimeWriter());
  return {};
}

Result<void> DeskSink::write(const VerdictBatch& batch) {
  factory_->rows(batch, rows_);
  for (std::size_t at = 0; at < rows_.size();) {
    std::size_t end = at + 1;
    while (end < rows_.size() && rows_[end].cycle == rows_[at].cycle) {
      ++end;
    }
    const std::uint64_t behind = batch.events_before + batch.cycle_events[rows_[at].cycle];
    if (behind > 0 && desk_->wanted(behind - 1)) {
      std::string line;
      lines_->append_cycle(line, rows_.data() + at, end - at);
      desk_->say(behind - 1, std::move(line));
    }
    at = end;
  }
  desk_->decided(batch.events_before + batch.num_events);
  return {};
}

}  // namespace fairmon::watch
