#include "dsa/client/http.hpp"

#include <curl/curl.h>

#include <algorithm>
#include <cctype>
#include <mutex>

#include "dsa/client/curl_library.hpp"

namespace fairmon::dsa {

namespace {

std::size_t on_body(char* data, std::size_t size, std::size_t count, void* target) {
  static_cast<HttpResponse*>(target)->body.append(data, size * count);
  return size * count;
}

std::size_t on_header(char* data, std::size_t size, std::size_t count, void* target) {
  const std::string_view line(data, size * count);
  const auto colon = line.find(':');
  if (colon != std::string_view::npos) {
    std::string name(line.substr(0, colon));
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    std::string_view value = line.substr(colon + 1);
    const auto first = value.find_first_not_of(" \t");
    const auto last = value.find_last_not_of(" \t\r\n");
    static_cast<HttpResponse*>(target)->headers[name] =
        first == std::string_view::npos ? "" : std::string(value.substr(first, last - first + 1));
  }
  return size * count;
}

// Called about once a second: lets Ctrl-C end a transfer that hangs.
int on_progress(void* stop, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
  const auto* flag = static_cast<const std::atomic<bool>*>(stop);
  return flag != nullptr && flag->load() ? 1 : 0;
}

}  // namespace

void start_curl_once() {
  static std::once_flag flag;
  std::call_once(flag, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
}

std::string_view HttpResponse::header(std::string_view name) const {
  const auto found = headers.find(name);
  return found == headers.end() ? std::string_view() : std::string_view(found->second);
}

struct HttpClient::Body {
  HttpSettings settings;
  CURL* handle = nullptr;
  curl_slist* headers = nullptr;

  Result<HttpResponse> perform(std::string_view path);
};

HttpClient::HttpClient(HttpSettings settings) : body_(std::make_unique<Body>()) {
  start_curl_once();
  body_->settings = std::move(settings);
  body_->handle = curl_easy_init();
  const auto add = [&](const std::string& line) {
    body_->headers = curl_slist_append(body_->headers, line.c_str());
  };
  add("Accept: application/json");
  add("Content-Type: application/json");
  add("Expect:");
  if (!body_->settings.token.empty()) {
    add("Authorization: Bearer " + body_->settings.token);
  }
}

HttpClient::~HttpClient() {
  curl_slist_free_all(body_->headers);
  curl_easy_cleanup(body_->handle);
}

Result<HttpResponse> HttpClient::Body::perform(std::string_view path) {
  HttpResponse response;
  const std::string url = settings.base_url + std::string(path);
  curl_easy_setopt(handle, CURLOPT_URL, url.c_str());
  curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
  curl_easy_setopt(handle, CURLOPT_USERAGENT, settings.user_agent.c_str());
  curl_easy_setopt(handle, CURLOPT_ACCEPT_ENCODING, "");
  curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT,
                   static_cast<long>(settings.connect_timeout.count()));
  curl_easy_setopt(handle, CURLOPT_TIMEOUT, static_cast<long>(settings.total_timeout.count()));
  curl_easy_setopt(handle, CURLOPT_BUFFERSIZE, 512L * 1024L);
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, on_body);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, &response);
  curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, on_header);
  curl_easy_setopt(handle, CURLOPT_HEADERDATA, &response);
  curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
  curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, on_progress);
  curl_easy_setopt(handle, CURLOPT_XFERINFODATA, settings.stop);
  const CURLcode code = curl_easy_perform(handle);
  if (code == CURLE_ABORTED_BY_CALLBACK) {
    return Error(ErrorCode::Cancelled, "stopped while waiting for the database");
  }
  if (code != CURLE_OK) {
    return Error(ErrorCode::Network,
                 settings.base_url + ": " + std::string(curl_easy_strerror(code)));
  }
  long status = 0;
  curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
  response.status = static_cast<int>(status);
  return response;
}

Result<HttpResponse> HttpClient::post(std::string_view path, const std::string& json) {
  curl_easy_setopt(body_->handle, CURLOPT_POST, 1L);
  curl_easy_setopt(body_->handle, CURLOPT_POSTFIELDS, json.data());
  curl_easy_setopt(body_->handle, CURLOPT_POSTFIELDSIZE, static_cast<long>(json.size()));
  return body_->perform(path);
}

Result<HttpResponse> HttpClient::get(std::string_view path) {
  curl_easy_setopt(body_->handle, CURLOPT_HTTPGET, 1L);
  return body_->perform(path);
}

}  // namespace fairmon::dsa
