#pragma once

#include <fairmon/result.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace fairmon::ledger {

/// The end of a chain: the number of its last line and the SHA-256 of that line.
struct Head {
  std::uint64_t seq = 0;
  std::string sha256;
};

/// Takes the lines of a run in order: a file that grows, or one they are compared with.
class Lines {
 public:
  virtual ~Lines() = default;
  /// `body` is a canonical object.
  virtual Result<void> append(std::string_view kind, std::string_view body) = 0;
  /// The last line. `body` is an object without the members that are added to it.
  virtual Result<void> close(std::string_view body) = 0;
};

}  // namespace fairmon::ledger
