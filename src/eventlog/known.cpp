#include "eventlog/known.hpp"

namespace fairmon::eventlog {

std::optional<std::uint64_t> Known::find_id(const std::string& id) const {
  const auto found = ids_.find(id);
  return found == ids_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::uint64_t> Known::newest_of(const std::string& client) const {
  const auto found = clients_.find(client);
  return found == clients_.end() ? std::nullopt : std::optional(found->second);
}

void Known::add_id(const std::string& id, std::uint64_t sequence) {
  const auto [place, added] = ids_.emplace(id, sequence);
  if (added) {
    order_.push_back(&place->first);
  }
}

void Known::drop_newest_id() {
  const std::string id = *order_.back();
  order_.pop_back();
  ids_.erase(id);
}

void Known::set_client(const std::string& client, std::uint64_t newest) {
  clients_[client] = newest;
}

void Known::forget(std::uint64_t end) {
  while (!order_.empty()) {
    const auto oldest = ids_.find(*order_.front());
    if (oldest->second + remembered_ >= end) {
      return;
    }
    order_.pop_front();
    ids_.erase(oldest);
  }
}

}  // namespace fairmon::eventlog
