#pragma once

#include <curl/curl.h>
#include <fairmon/result.hpp>

#include <string>

namespace fairmon::dsa {

/// What we use of libcurl, loaded on demand.
struct CurlFunctions {
  decltype(&::curl_global_init) global_init = nullptr;
  decltype(&::curl_easy_init) easy_init = nullptr;
  decltype(&::curl_easy_cleanup) easy_cleanup = nullptr;
  decltype(&::curl_easy_setopt) easy_setopt = nullptr;
  decltype(&::curl_easy_perform) easy_perform = nullptr;
  decltype(&::curl_easy_getinfo) easy_getinfo = nullptr;
  decltype(&::curl_easy_strerror) easy_strerror = nullptr;
  decltype(&::curl_slist_append) slist_append = nullptr;
  decltype(&::curl_slist_free_all) slist_free_all = nullptr;
};

/// Whether a transfer failed because the other side is not who it says it is. Asking again does not
/// help.
[[nodiscard]] bool is_certificate_trouble(CURLcode code) noexcept;
[[nodiscard]] Error certificate_error(const std::string& address, const std::string& reason);

/// Loads and starts libcurl for the whole program, on any thread; further calls cost nothing.
[[nodiscard]] Result<void> load_curl();

/// Only after `load_curl` succeeded.
[[nodiscard]] const CurlFunctions& libcurl();

}  // namespace fairmon::dsa
