#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "eventlog/frame.hpp"

namespace fairmon::eventlog {

/// What tells an event that was handed in twice: ids of the newest events, and how far each client
/// has numbered its own.
class Known {
 public:
  /// Ids of so many newest events, with or without an id, are remembered.
  explicit Known(std::uint64_t remembered) : remembered_(remembered) {}

  /// The sequence number under which an id is there.
  [[nodiscard]] std::optional<std::uint64_t> find_id(const std::string& id) const;
  /// The newest number of a client; nothing for one that is new.
  [[nodiscard]] std::optional<std::uint64_t> newest_of(const std::string& client) const;

  void add_id(const std::string& id, std::uint64_t sequence);
  /// Only for an id that was added last and is not to be there after all.
  void drop_newest_id();
  void set_client(const std::string& client, std::uint64_t newest);
  void drop_client(const std::string& client) { clients_.erase(client); }
  /// Forgets ids of events too far before the end.
  void forget(std::uint64_t end);

  [[nodiscard]] std::size_t num_clients() const noexcept { return clients_.size(); }
  [[nodiscard]] std::size_t num_ids() const noexcept { return ids_.size(); }
  [[nodiscard]] ClientSequences clients() const { return {clients_.begin(), clients_.end()}; }

 private:
  std::uint64_t remembered_;
  std::unordered_map<std::string, std::uint64_t> ids_;
  std::deque<const std::string*> order_;  ///< keys of `ids_`, oldest first
  std::map<std::string, std::uint64_t> clients_;
};

}  // namespace fairmon::eventlog
