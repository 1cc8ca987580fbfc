#pragma once

#include <fairmon/result.hpp>

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace fairmon::dsa {

struct HttpResponse {
  int status = 0;
  std::string body;
  /// Names in lower case.
  std::map<std::string, std::string, std::less<>> headers;

  [[nodiscard]] std::string_view header(std::string_view name) const;
};

struct HttpSettings {
  std::string base_url;
  std::string token;  ///< sent as bearer token, never shown
  std::string user_agent = "fairmon";
  std::chrono::seconds connect_timeout{10};
  std::chrono::seconds total_timeout{180};
  /// Of a longer answer only the beginning is kept; 0: an answer beyond all measure is an error.
  std::size_t kept_answer = 0;
  std::string ca_file;      ///< certificates to trust instead of the system's
  bool plain_http = false;  ///< also to other machines; never with a token
  /// Asked now and then, from the thread that waits; true: give up.
  std::function<bool()> cancelled;
};

/// A keep-alive connection to a service, the research API above all. Does not follow redirects: the
/// API has none, and a login page must not be taken for an answer. One thread at a time.
class HttpClient {
 public:
  explicit HttpClient(HttpSettings settings);
  ~HttpClient();
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  /// An HTTP status is an answer. Errors of the connection (refused, reset, timed out, cut short)
  /// have the code Network and may pass; all others stay: a certificate that cannot be verified, an
  /// answer beyond all measure, no memory.
  Result<HttpResponse> post(std::string_view path, const std::string& json) {
    return post(path, json, {});
  }
  /// With further headers, `Name: value`.
  Result<HttpResponse> post(std::string_view path, const std::string& json,
                            const std::vector<std::string>& headers);
  Result<HttpResponse> get(std::string_view path);

 private:
  struct Body;
  std::unique_ptr<Body> body_;
};

}  // namespace fairmon::dsa
