#include "dsa/client/download.hpp"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <thread>

#include "dsa/dump/archive.hpp"
#include "dsa/libraries/curl.hpp"

namespace fairmon::dsa {

namespace {

namespace fs = std::filesystem;

constexpr long kGone = 404;
constexpr long kForbidden = 403;
constexpr long kUnsatisfiable = 416;

/// One attempt to load an address, behind what a file holds already.
struct Attempt {
  const DownloadSettings& settings;
  std::FILE* file = nullptr;
  std::uint64_t begin = 0;

  static std::size_t on_bytes(char* data, std::size_t size, std::size_t count, void* self) {
    return std::fwrite(data, size, count, static_cast<Attempt*>(self)->file) * size;
  }
  static int on_progress(void* self, curl_off_t total, curl_off_t now, curl_off_t, curl_off_t) {
    const Attempt& attempt = *static_cast<Attempt*>(self);
    try {
      if (attempt.settings.progress && now > 0) {
        attempt.settings.progress(
            attempt.begin + static_cast<std::uint64_t>(now),
            total > 0 ? std::optional(attempt.begin + static_cast<std::uint64_t>(total))
                      : std::nullopt);
      }
    } catch (...) {
      return 0;  // called from C; a line at the terminal is no reason to end a download
    }
    return attempt.settings.stop != nullptr && attempt.settings.stop->load() ? 1 : 0;
  }
};

struct Outcome {
  CURLcode code = CURLE_OK;
  long status = 0;
};

Outcome attempt_once(const DownloadSettings& settings, const std::string& url,
                     const std::string& target) {
  const std::unique_ptr<CURL, void (*)(CURL*)> handle(libcurl().easy_init(),
                                                      libcurl().easy_cleanup);
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(target.c_str(), "ab"),
                                                             &std::fclose);
  if (!file) {
    return {CURLE_WRITE_ERROR, 0};
  }
  Attempt attempt{settings, file.get(), fs::file_size(target)};
  libcurl().easy_setopt(handle.get(), CURLOPT_URL, url.c_str());
  libcurl().easy_setopt(handle.get(), CURLOPT_USERAGENT, settings.user_agent.c_str());
  libcurl().easy_setopt(handle.get(), CURLOPT_PROTOCOLS_STR, "http,https");
  libcurl().easy_setopt(handle.get(), CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
  libcurl().easy_setopt(handle.get(), CURLOPT_FOLLOWLOCATION, 1L);
  libcurl().easy_setopt(handle.get(), CURLOPT_MAXREDIRS, 5L);
  libcurl().easy_setopt(handle.get(), CURLOPT_FAILONERROR, 1L);
  libcurl().easy_setopt(handle.get(), CURLOPT_NOSIGNAL, 1L);
  libcurl().easy_setopt(handle.get(), CURLOPT_CONNECTTIMEOUT, 10L);
  libcurl().easy_setopt(handle.get(), CURLOPT_LOW_SPEED_LIMIT, 1L);
  libcurl().easy_setopt(handle.get(), CURLOPT_LOW_SPEED_TIME, 60L);
  libcurl().easy_setopt(handle.get(), CURLOPT_RESUME_FROM_LARGE,
                        static_cast<curl_off_t>(attempt.begin));
  libcurl().easy_setopt(handle.get(), CURLOPT_WRITEFUNCTION, &Attempt::on_bytes);
  libcurl().easy_setopt(handle.get(), CURLOPT_WRITEDATA, &attempt);
  libcurl().easy_setopt(handle.get(), CURLOPT_NOPROGRESS, 0L);
  libcurl().easy_setopt(handle.get(), CURLOPT_XFERINFOFUNCTION, &Attempt::on_progress);
  libcurl().easy_setopt(handle.get(), CURLOPT_XFERINFODATA, &attempt);
  Outcome outcome;
  outcome.code = libcurl().easy_perform(handle.get());
  libcurl().easy_getinfo(handle.get(), CURLINFO_RESPONSE_CODE, &outcome.status);
  return outcome;
}

std::string why(const Outcome& outcome) {
  return outcome.status >= 400 ? "status " + std::to_string(outcome.status)
                               : libcurl().easy_strerror(outcome.code);
}

/// Loads an address until it is complete; false if the server has no such file.
Result<bool> load(const DownloadSettings& settings, const std::string& name,
                  const std::string& target) {
  const bool by_name = settings.base_url.ends_with('/');
  const std::string url = settings.base_url + (by_name ? "" : "/explore-data/download/") + name;
  auto pause = settings.first_pause;
  Outcome outcome;
  for (std::uint32_t i = 0; i < settings.max_attempts; ++i) {
    outcome = attempt_once(settings, url, target);
    if (outcome.code == CURLE_OK) {
      return true;
    }
    if (outcome.code == CURLE_ABORTED_BY_CALLBACK) {
      return Error(ErrorCode::Cancelled, "stopped while loading " + name);
    }
    if (is_certificate_trouble(outcome.code)) {
      return certificate_error(url, libcurl().easy_strerror(outcome.code));
    }
    if (outcome.code == CURLE_WRITE_ERROR) {
      return Error(ErrorCode::Output, target + " cannot be written: is the disk full?");
    }
    // The bucket of old days says "forbidden" of files that are not there. A signature that ran
    // out says the same, but a new one is given at every attempt.
    if (outcome.status == kGone || (outcome.status == kForbidden && i > 0)) {
      return false;
    }
    if (outcome.status == kUnsatisfiable || outcome.code == CURLE_RANGE_ERROR) {
      fs::resize_file(target, 0);
    }
    std::this_thread::sleep_for(pause);
    pause = std::min<std::chrono::milliseconds>(pause * 2, std::chrono::seconds(30));
  }
  return Error(ErrorCode::Network,
               name + " could not be loaded (" + why(outcome) + "); repeat the command to go on");
}

Result<void> rename_file(const std::string& from, const std::string& to) {
  std::error_code error;
  fs::rename(from, to, error);
  return error ? Result<void>(Error(ErrorCode::Output, to + " cannot be written")) : Result<void>();
}

/// Loads the checksum; false if there is none.
Result<bool> load_checksum(const DownloadSettings& settings, const std::string& name,
                           const std::string& path) {
  std::error_code ignored;
  fs::remove(path + ".sha1.part", ignored);
  auto found = load(settings, name + ".sha1", path + ".sha1.part");
  if (!found || !*found) {
    fs::remove(path + ".sha1.part", ignored);
    fs::remove(path + ".sha1", ignored);
    return found;
  }
  auto renamed = rename_file(path + ".sha1.part", path + ".sha1");
  return renamed ? Result<bool>(true) : Result<bool>(std::move(renamed).error());
}

}  // namespace

std::string dump_name(std::string_view platform, std::string_view day, bool light) {
  std::string slug;
  for (const char c : platform) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      slug += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    } else if (c == ' ') {
      slug += '-';
    }
  }
  return "sor-" + (slug.empty() ? "global" : slug) + '-' + std::string(day) +
         (light ? "-light.zip" : "-full.zip");
}

Result<DumpFile> download_dump(const DownloadSettings& settings, const std::string& name,
                               const std::string& folder) {
  if (auto loaded = load_curl(); !loaded) {
    return std::move(loaded).error();
  }
  DumpFile result;
  result.path = folder + '/' + name;
  const std::string part = result.path + ".part";
  std::string trouble;
  // A second round for a file that was damaged on the way, or published anew in between.
  for (int round = 0; round < 2; ++round) {
    auto checksum = load_checksum(settings, name, result.path);
    if (!checksum) {
      return std::move(checksum).error();
    }
    result.has_checksum = *checksum;
    if (fs::exists(result.path) && result.has_checksum && verify_checksum(result.path)) {
      result.already_there = true;
      return result;
    }
    auto found = load(settings, name, part);
    if (!found) {
      return std::move(found).error();
    }
    if (!*found) {
      std::error_code ignored;
      fs::remove(part, ignored);
      return Error(ErrorCode::NotFound,
                   name +
                       " is not there: dumps of a day appear in the morning after, from "
                       "2023-09-25 on; a platform is named as in `platform_name`");
    }
    if (auto renamed = rename_file(part, result.path); !renamed) {
      return std::move(renamed).error();
    }
    const auto verified = result.has_checksum ? verify_checksum(result.path) : Result<void>();
    if (verified) {
      return result;
    }
    trouble = verified.error().message;
    std::error_code ignored;
    fs::remove(result.path, ignored);
  }
  return Error(ErrorCode::Input, trouble);
}

}  // namespace fairmon::dsa
