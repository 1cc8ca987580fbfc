#pragma once

#include <fairmon/result.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace fairmon::dsa {

struct DownloadSettings {
  /// The site, which sends on to its storage; or, ending in `/`, where files have their names.
  std::string base_url;
  std::string user_agent = "fairmon";
  std::uint32_t max_attempts = 6;
  std::chrono::milliseconds first_pause{500};
  /// Bytes so far, and in all if the server says so.
  std::function<void(std::uint64_t, std::optional<std::uint64_t>)> progress;
  const std::atomic<bool>* stop = nullptr;
};

struct DumpFile {
  std::string path;
  bool already_there = false;  ///< with the right checksum; nothing was loaded
  bool has_checksum = true;    ///< false: the service has none, so nothing could be compared
};

/// `sor-global-2025-11-26-light.zip`; a platform instead of `global` if one is named.
[[nodiscard]] std::string dump_name(std::string_view platform, std::string_view day, bool light);

/// Loads a daily dump and its checksum into a folder and compares them. An interrupted download
/// goes on where it stopped, also after another start of the program; the file gets its name once
/// it is complete. Redirects are followed; no token is ever sent.
[[nodiscard]] Result<DumpFile> download_dump(const DownloadSettings& settings,
                                             const std::string& name, const std::string& folder);

}  // namespace fairmon::dsa
