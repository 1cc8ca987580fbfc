#include "server/access/attempts.hpp"

#include <algorithm>
#include <iterator>

#include "server/access/network.hpp"

namespace fairmon::server {

namespace {

constexpr std::size_t kMostAddresses = 4096;
constexpr std::size_t kMostRight = 16'384;
constexpr std::size_t kMostWritten = 100;  ///< per minute, from everywhere

}  // namespace

std::optional<std::int64_t> Attempts::must_wait(const std::string& address,
                                                const std::string& digest, std::int64_t now) const {
  const auto found = wrong_.find(neighbourhood(address));
  if (found == wrong_.end() || found->second.wrong < kFreely ||
      now - found->second.since >= kMinute || right_.contains({address, digest})) {
    return std::nullopt;
  }
  const std::int64_t left = found->second.since + kMinute - now;
  return std::clamp<std::int64_t>(left / 1'000'000'000 + 1, 1, 60);
}

void Attempts::note_right(const std::string& address, const std::string& digest) {
  if (right_.size() >= kMostRight) {
    right_.clear();
  }
  right_.emplace(address, digest);
}

bool Attempts::note_wrong(const std::string& address, std::int64_t now) {
  const auto count = [&](Count& one) {
    if (now - one.since >= kMinute) {
      one = {now, 0};
    }
    ++one.wrong;
  };
  if (wrong_.size() >= kMostAddresses) {
    std::erase_if(wrong_, [&](const auto& one) { return now - one.second.since >= kMinute; });
  }
  if (wrong_.size() >= kMostAddresses) {
    wrong_.erase(std::min_element(wrong_.begin(), wrong_.end(), [](const auto& a, const auto& b) {
      return a.second.since < b.second.since;
    }));
  }
  count(wrong_[neighbourhood(address)]);
  count(all_);
  return all_.wrong <= kMostWritten;
}

}  // namespace fairmon::server
