#include <fairmon/version.hpp>

namespace fairmon {

std::string_view version() noexcept { return FAIRMON_VERSION; }

std::string_view build_facts() noexcept {
#if defined(__clang__)
  constexpr std::string_view kCompiler = "clang " __clang_version__;
#else
  constexpr std::string_view kCompiler = "gcc " __VERSION__;
#endif
  return kCompiler;
}

}  // namespace fairmon
