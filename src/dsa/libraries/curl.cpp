#include "dsa/libraries/curl.hpp"

#include "dsa/libraries/on_demand.hpp"

namespace fairmon::dsa {

namespace {

const LoadedFunctions<CurlFunctions>& loaded_curl() {
  static const LoadedFunctions<CurlFunctions> loaded(
      FAIRMON_CURL_LIBRARY, "libcurl4", [](LibraryOnDemand& library, CurlFunctions& functions) {
        library.find("curl_global_init", functions.global_init)
            .find("curl_easy_init", functions.easy_init)
            .find("curl_easy_cleanup", functions.easy_cleanup)
            .find("curl_easy_setopt", functions.easy_setopt)
            .find("curl_easy_perform", functions.easy_perform)
            .find("curl_easy_getinfo", functions.easy_getinfo)
            .find("curl_easy_strerror", functions.easy_strerror)
            .find("curl_slist_append", functions.slist_append)
            .find("curl_slist_free_all", functions.slist_free_all);
        if (library.outcome()) {
          functions.global_init(CURL_GLOBAL_DEFAULT);
        }
      });
  return loaded;
}

}  // namespace

Result<void> load_curl() { return loaded_curl().outcome(); }

const CurlFunctions& libcurl() { return loaded_curl().get(); }

}  // namespace fairmon::dsa
