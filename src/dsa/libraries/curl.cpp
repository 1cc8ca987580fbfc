#include "dsa/libraries/curl.hpp"

#include "support/on_demand.hpp"

namespace fairmon::dsa {

namespace {

const support::LoadedFunctions<CurlFunctions>& loaded_curl() {
  static const support::LoadedFunctions<CurlFunctions> loaded(
      FAIRMON_CURL_LIBRARY, "libcurl4",
      [](support::LibraryOnDemand& library, CurlFunctions& functions) {
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

bool is_certificate_trouble(CURLcode code) noexcept {
  switch (static_cast<int>(code)) {
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
    case CURLE_SSL_INVALIDCERTSTATUS:
      return true;
    default:
      return false;
  }
}

Error certificate_error(const std::string& address, const std::string& reason) {
  return {ErrorCode::Input,
          "the certificate of " + address + " cannot be trusted (" + reason +
              "), so nothing was sent; check the date of this machine, its package of "
              "certificates (ca-certificates) and the address"};
}

Result<void> load_curl() { return loaded_curl().outcome(); }

const CurlFunctions& libcurl() { return loaded_curl().get(); }

}  // namespace fairmon::dsa
