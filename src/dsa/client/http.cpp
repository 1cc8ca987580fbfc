#include "dsa/client/http.hpp"

#include <algorithm>
#include <cctype>

#include "dsa/libraries/curl.hpp"

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

std::string_view HttpResponse::header(std::string_view name) const {
  const auto found = headers.find(name);
  return found == headers.end() ? std::string_view() : std::string_view(found->second);
}

struct HttpClient::Body {
  HttpSettings settings;
  Result<void> loaded = load_curl();
  CURL* handle = nullptr;
  curl_slist* headers = nullptr;

  Result<HttpResponse> perform(std::string_view path);
};

HttpClient::HttpClient(HttpSettings settings) : body_(std::make_unique<Body>()) {
  body_->settings = std::move(settings);
  if (!body_->loaded) {
    return;
  }
  body_->handle = libcurl().easy_init();
  const auto add = [&](const std::string& line) {
    body_->headers = libcurl().slist_append(body_->headers, line.c_str());
  };
  add("Accept: application/json");
  add("Content-Type: application/json");
  add("Expect:");
  if (!body_->settings.token.empty()) {
    add("Authorization: Bearer " + body_->settings.token);
  }
}

HttpClient::~HttpClient() {
  if (!body_->loaded) {
    return;
  }
  libcurl().slist_free_all(body_->headers);
  libcurl().easy_cleanup(body_->handle);
}

Result<HttpResponse> HttpClient::Body::perform(std::string_view path) {
  HttpResponse response;
  const std::string url = settings.base_url + std::string(path);
  libcurl().easy_setopt(handle, CURLOPT_URL, url.c_str());
  libcurl().easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
  libcurl().easy_setopt(handle, CURLOPT_USERAGENT, settings.user_agent.c_str());
  libcurl().easy_setopt(handle, CURLOPT_ACCEPT_ENCODING, "");
  libcurl().easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 0L);
  libcurl().easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  libcurl().easy_setopt(handle, CURLOPT_CONNECTTIMEOUT,
                        static_cast<long>(settings.connect_timeout.count()));
  libcurl().easy_setopt(handle, CURLOPT_TIMEOUT, static_cast<long>(settings.total_timeout.count()));
  libcurl().easy_setopt(handle, CURLOPT_BUFFERSIZE, 512L * 1024L);
  libcurl().easy_setopt(handle, CURLOPT_WRITEFUNCTION, on_body);
  libcurl().easy_setopt(handle, CURLOPT_WRITEDATA, &response);
  libcurl().easy_setopt(handle, CURLOPT_HEADERFUNCTION, on_header);
  libcurl().easy_setopt(handle, CURLOPT_HEADERDATA, &response);
  libcurl().easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
  libcurl().easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, on_progress);
  libcurl().easy_setopt(handle, CURLOPT_XFERINFODATA, settings.stop);
  const CURLcode code = libcurl().easy_perform(handle);
  if (code == CURLE_ABORTED_BY_CALLBACK) {
    return Error(ErrorCode::Cancelled, "stopped while waiting for the database");
  }
  if (code != CURLE_OK) {
    return Error(ErrorCode::Network,
                 settings.base_url + ": " + std::string(libcurl().easy_strerror(code)));
  }
  long status = 0;
  libcurl().easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
  response.status = static_cast<int>(status);
  return response;
}

Result<HttpResponse> HttpClient::post(std::string_view path, const std::string& json) {
  if (!body_->loaded) {
    return body_->loaded.error();
  }
  libcurl().easy_setopt(body_->handle, CURLOPT_POST, 1L);
  libcurl().easy_setopt(body_->handle, CURLOPT_POSTFIELDS, json.data());
  libcurl().easy_setopt(body_->handle, CURLOPT_POSTFIELDSIZE, static_cast<long>(json.size()));
  return body_->perform(path);
}

Result<HttpResponse> HttpClient::get(std::string_view path) {
  if (!body_->loaded) {
    return body_->loaded.error();
  }
  libcurl().easy_setopt(body_->handle, CURLOPT_HTTPGET, 1L);
  return body_->perform(path);
}

}  // namespace fairmon::dsa
