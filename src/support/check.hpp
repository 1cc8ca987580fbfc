#pragma once

#include <stdexcept>
#include <string_view>

namespace fairmon {

/// A broken promise inside FairMon itself, never a user's mistake. The one exception own code
/// throws; the command line turns it into a bug report.
class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

namespace support {

/// Throws InternalError saying which check failed and where.
[[noreturn]] void fail_check(std::string_view condition, std::string_view message,
                             std::string_view file, int line);

}  // namespace support
}  // namespace fairmon

/// Holds in every build.
#define FAIRMON_CHECK(condition, message)                                        \
  do {                                                                           \
    if (!(condition)) [[unlikely]] {                                             \
      ::fairmon::support::fail_check(#condition, (message), __FILE__, __LINE__); \
    }                                                                            \
  } while (false)

/// Holds in builds with FAIRMON_CHECKS; for hot paths, where the check itself would cost.
#ifdef FAIRMON_CHECKS
#define FAIRMON_DCHECK(condition, message) FAIRMON_CHECK(condition, message)
#else
#define FAIRMON_DCHECK(condition, message) \
  do {                                     \
    (void)sizeof(!(condition));            \
  } while (false)
#endif
