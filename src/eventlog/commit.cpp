#include "eventlog/commit.hpp"

#include <algorithm>
#include <utility>

namespace fairmon::eventlog {

/// How many events at the front of a numbered submission are there already.
Result<std::uint64_t, Refusal> Commit::count_known(const Submission& submission) const {
  const auto newest = known_.newest_of(submission.client);
  if (!newest) {
    if (known_.num_clients() >= most_clients_) {
      return Refusal{Refusal::Reason::Clients,
                     "there are " + std::to_string(most_clients_) +
                         " clients that number their events already; send event ids instead",
                     0};
    }
    return std::uint64_t{0};
  }
  if (submission.client_first > *newest + 1) {
    return Refusal{Refusal::Reason::Gap,
                   "the events begin with number " + std::to_string(submission.client_first) +
                       ", but " + std::to_string(*newest + 1) +
                       " comes next; send what lies between",
                   *newest + 1};
  }
  return std::min<std::uint64_t>(*newest + 1 - submission.client_first, submission.events.size());
}

Receipt Commit::add_numbered(Submission&& submission, std::uint64_t known, Frame& frame) {
  const std::uint64_t total = submission.events.size();
  frame.client = submission.client;
  frame.client_newest = submission.client_first + total - 1;
  for (std::uint64_t i = known; i < total; ++i) {
    frame.events.push_back({{}, std::move(submission.events[i].record)});
  }
  if (known < total) {
    clients_.push_back({submission.client, known_.newest_of(submission.client)});
    known_.set_client(submission.client, frame.client_newest);
  }
  return {next_, total - known, known};
}

Receipt Commit::add_by_id(Submission&& submission, Frame& frame) {
  Receipt receipt{next_, 0, 0};
  for (LoggedEvent& event : submission.events) {
    if (!event.id.empty() && known_.find_id(event.id)) {
      ++receipt.duplicates;
      continue;
    }
    if (!event.id.empty()) {
      known_.add_id(event.id, next_ + receipt.stored);
      ++num_ids_;
    }
    ++receipt.stored;
    frame.events.push_back(std::move(event));
  }
  return receipt;
}

Result<Receipt, Refusal> Commit::add(Submission&& submission, std::optional<Frame>& frame) {
  Frame made;
  made.first = next_;
  Receipt receipt;
  if (submission.client.empty()) {
    receipt = add_by_id(std::move(submission), made);
  } else {
    const auto known = count_known(submission);
    if (!known) {
      return known.error();
    }
    receipt = add_numbered(std::move(submission), *known, made);
  }
  next_ += receipt.stored;
  if (receipt.stored > 0) {
    frame = std::move(made);
  }
  return receipt;
}

void Commit::undo() {
  for (; num_ids_ > 0; --num_ids_) {
    known_.drop_newest_id();
  }
  for (auto old = clients_.rbegin(); old != clients_.rend(); ++old) {
    if (old->newest) {
      known_.set_client(old->name, *old->newest);
    } else {
      known_.drop_client(old->name);
    }
  }
  clients_.clear();
}

}  // namespace fairmon::eventlog
