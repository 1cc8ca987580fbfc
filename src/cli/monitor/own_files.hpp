#pragma once

#include <fairmon/result.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace fairmon::cli {

/// A file of a run and what it is to the user: `the specification`, `the output`.
struct OwnFile {
  std::string name;
  std::string_view role;
  bool written = false;
};

/// Refuses to write a file that is read too, or written twice, by whatever names. Pipes and
/// terminals may be named as often as one likes.
[[nodiscard]] Result<void> check_own_files(const std::vector<OwnFile>& files);

}  // namespace fairmon::cli
