#include "dsa/libraries/curl.hpp"

#include "dsa/libraries/on_demand.hpp"
#include "support/check.hpp"

namespace fairmon::dsa {

namespace {

struct LoadedCurl {
  CurlFunctions functions;
  Result<void> outcome;

  LoadedCurl() {
    LibraryOnDemand library(FAIRMON_CURL_LIBRARY, "libcurl4");
    library.find("curl_global_init", functions.global_init)
        .find("curl_easy_init", functions.easy_init)
        .find("curl_easy_cleanup", functions.easy_cleanup)
        .find("curl_easy_setopt", functions.easy_setopt)
        .find("curl_easy_perform", functions.easy_perform)
        .find("curl_easy_getinfo", functions.easy_getinfo)
        .find("curl_easy_strerror", functions.easy_strerror)
        .find("curl_slist_append", functions.slist_append)
        .find("curl_slist_free_all", functions.slist_free_all);
    outcome = library.outcome();
    if (outcome) {
      functions.global_init(CURL_GLOBAL_DEFAULT);
    }
  }
};

const LoadedCurl& loaded_curl() {
  static const LoadedCurl loaded;
  return loaded;
}

}  // namespace

Result<void> load_curl() { return loaded_curl().outcome; }

const CurlFunctions& libcurl() {
  FAIRMON_CHECK(loaded_curl().outcome, "libcurl is used before it was loaded");
  return loaded_curl().functions;
}

}  // namespace fairmon::dsa
