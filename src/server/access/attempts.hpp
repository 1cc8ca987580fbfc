#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace fairmon::server {

/// Counts tokens that were wrong, by the address they came from. Not for several threads.
class Attempts {
 public:
  static constexpr std::size_t kFreely = 10;  ///< wrong tokens per minute and address
  static constexpr std::int64_t kMinute = 60'000'000'000;

  /// Seconds to wait before this address may try another token; nothing: it may. A token that was
  /// right from there before goes on being looked at, so that one who is wrong again and again does
  /// not lock out his neighbour.
  [[nodiscard]] std::optional<std::int64_t> must_wait(const std::string& address,
                                                      const std::string& digest,
                                                      std::int64_t now) const;
  void note_right(const std::string& address, const std::string& digest);
  /// Whether it should be written down: a flood of them must not fill the disk.
  [[nodiscard]] bool note_wrong(const std::string& address, std::int64_t now);

 private:
  struct Count {
    std::int64_t since = 0;
    std::size_t wrong = 0;
  };
  std::map<std::string, Count> wrong_;
  Count all_;
  std::set<std::pair<std::string, std::string>> right_;
};

}  // namespace fairmon::server
