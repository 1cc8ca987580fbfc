#include "dsa/client/http.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "dsa/client/service_address.hpp"
#include "dsa/libraries/curl.hpp"
#include "support/caught.hpp"
#include "support/limits.hpp"
#include "support/text.hpp"

namespace fairmon::dsa {

namespace {

using HeaderList = std::unique_ptr<curl_slist, void (*)(curl_slist*)>;

/// Nothing if there is no memory.
HeaderList header_list(const std::vector<std::string>& lines,
                       const std::vector<std::string>& more) {
  HeaderList list(nullptr, libcurl().slist_free_all);
  for (const auto* some : {&lines, &more}) {
    for (const std::string& line : *some) {
      curl_slist* longer = libcurl().slist_append(list.get(), line.c_str());
      if (longer == nullptr) {
        return {nullptr, libcurl().slist_free_all};
      }
      static_cast<void>(list.release());
      list.reset(longer);
    }
  }
  return list;
}

using limits::kAnswer;
using limits::kAnswerHead;

/// What the library's callbacks work on. They are called from C, so nothing they throw may get out.
struct Transfer {
  HttpResponse response;
  const std::function<bool()>& cancelled;
  std::size_t kept = 0;  ///< of the body; 0: all
  std::size_t head_bytes = 0;
  bool too_large = false;
  std::optional<Error> failure;

  /// Calls `work`; what it throws is kept and ends the transfer.
  template <typename Work>
  bool guard(Work&& work) noexcept {
    try {
      return work();
    } catch (...) {
      failure = support::caught_error();
      return false;
    }
  }
  bool add_header(std::string_view line);
};

bool Transfer::add_header(std::string_view line) {
  head_bytes += line.size();
  too_large = too_large || head_bytes > kAnswerHead;
  const auto colon = line.find(':');
  if (colon != std::string_view::npos && !too_large) {
    std::string name(line.substr(0, colon));
    std::transform(name.begin(), name.end(), name.begin(), support::ascii_lower);
    response.headers[name] = support::trimmed(line.substr(colon + 1));
  }
  return !too_large;
}

// The body comes unpacked, so this also bounds what a few packed bytes can become.
std::size_t on_body(char* data, std::size_t size, std::size_t count, void* target) {
  auto& transfer = *static_cast<Transfer*>(target);
  const bool taken = transfer.guard([&] {
    std::string& body = transfer.response.body;
    if (transfer.kept > 0) {
      body.append(data, std::min(size * count, transfer.kept - body.size()));
      return true;
    }
    transfer.too_large = body.size() + size * count > kAnswer;
    if (!transfer.too_large) {
      body.append(data, size * count);
    }
    return !transfer.too_large;
  });
  return taken ? size * count : 0;
}

std::size_t on_header(char* data, std::size_t size, std::size_t count, void* target) {
  auto& transfer = *static_cast<Transfer*>(target);
  const std::string_view line(data, size * count);
  return transfer.guard([&] { return transfer.add_header(line); }) ? size * count : 0;
}

// Called about once a second: lets Ctrl-C end a transfer that hangs.
int on_progress(void* target, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
  auto& transfer = *static_cast<Transfer*>(target);
  return transfer.guard([&] { return !transfer.cancelled || !transfer.cancelled(); }) ? 0 : 1;
}

Error trouble_of(CURLcode code, const std::string& url, std::string_view detail) {
  const std::string reason(detail.empty() ? libcurl().easy_strerror(code) : detail);
  if (is_certificate_trouble(code)) {
    return certificate_error(url, reason);
  }
  if (code == CURLE_OUT_OF_MEMORY) {
    return {ErrorCode::Resource, "out of memory"};
  }
  if (code == CURLE_URL_MALFORMAT || code == CURLE_UNSUPPORTED_PROTOCOL ||
      code == CURLE_BAD_CONTENT_ENCODING) {
    return {ErrorCode::Input, url + ": " + reason};
  }
  return {ErrorCode::Network, url + ": " + reason};
}

}  // namespace

std::string_view HttpResponse::header(std::string_view name) const {
  const auto found = headers.find(name);
  return found == headers.end() ? std::string_view() : std::string_view(found->second);
}

struct HttpClient::Body {
  HttpSettings settings;
  /// Whether requests can be sent: the library is there, address and token may be used.
  Result<void> loaded = load_curl();
  bool loopback = false;
  CURL* handle = nullptr;
  std::vector<std::string> headers;

  Result<HttpResponse> perform(std::string_view path,
                               const std::vector<std::string>& more_headers = {});
};

HttpClient::HttpClient(HttpSettings settings) : body_(std::make_unique<Body>()) {
  body_->settings = std::move(settings);
  if (!body_->loaded) {
    return;
  }
  const bool plain = body_->settings.plain_http && body_->settings.token.empty();
  const auto address = parse_service_address(body_->settings.base_url, plain);
  if (!address) {
    body_->loaded = address.error();
    return;
  }
  if (auto token = check_token(body_->settings.token); !body_->settings.token.empty() && !token) {
    body_->loaded = std::move(token);
    return;
  }
  body_->settings.base_url = address->url;
  body_->loopback = address->loopback;
  body_->handle = libcurl().easy_init();
  if (body_->handle == nullptr) {
    body_->loaded = Error(ErrorCode::Resource, "out of memory");
    return;
  }
  body_->headers = {"Accept: application/json", "Content-Type: application/json", "Expect:"};
  if (!body_->settings.token.empty()) {
    body_->headers.push_back("Authorization: Bearer " + body_->settings.token);
  }
}

HttpClient::~HttpClient() {
  if (body_->handle != nullptr) {
    libcurl().easy_cleanup(body_->handle);
  }
}

Result<HttpResponse> HttpClient::Body::perform(std::string_view path,
                                               const std::vector<std::string>& more_headers) {
  Transfer transfer{{}, settings.cancelled, settings.kept_answer, 0, false, std::nullopt};
  const HeaderList all_headers = header_list(headers, more_headers);
  if (!all_headers) {
    return Error(ErrorCode::Resource, "out of memory");
  }
  std::array<char, CURL_ERROR_SIZE> detail{};
  const std::string url = settings.base_url + std::string(path);
  const auto set = [&](CURLoption option, auto value) {
    libcurl().easy_setopt(handle, option, value);
  };
  set(CURLOPT_URL, url.c_str());
  set(CURLOPT_PROTOCOLS_STR, "http,https");
  // A proxy is another machine: what goes to this one must not pass through it.
  set(CURLOPT_NOPROXY, loopback ? "*" : static_cast<const char*>(nullptr));
  set(CURLOPT_HTTPHEADER, all_headers.get());
  if (!settings.ca_file.empty()) {
    set(CURLOPT_CAINFO, settings.ca_file.c_str());
  }
  set(CURLOPT_USERAGENT, settings.user_agent.c_str());
  set(CURLOPT_ACCEPT_ENCODING, "");
  set(CURLOPT_FOLLOWLOCATION, 0L);
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_CONNECTTIMEOUT, static_cast<long>(settings.connect_timeout.count()));
  set(CURLOPT_TIMEOUT, static_cast<long>(settings.total_timeout.count()));
  set(CURLOPT_BUFFERSIZE, 512L * 1024L);
  set(CURLOPT_ERRORBUFFER, detail.data());
  set(CURLOPT_WRITEFUNCTION, on_body);
  set(CURLOPT_WRITEDATA, &transfer);
  set(CURLOPT_HEADERFUNCTION, on_header);
  set(CURLOPT_HEADERDATA, &transfer);
  set(CURLOPT_NOPROGRESS, 0L);
  set(CURLOPT_XFERINFOFUNCTION, on_progress);
  set(CURLOPT_XFERINFODATA, &transfer);
  const CURLcode code = libcurl().easy_perform(handle);
  set(CURLOPT_ERRORBUFFER, static_cast<char*>(nullptr));
  set(CURLOPT_HTTPHEADER, static_cast<curl_slist*>(nullptr));
  if (transfer.failure) {
    return std::move(*transfer.failure);
  }
  if (transfer.too_large) {
    return Error(ErrorCode::Input, "an answer of " + settings.base_url + " is larger than " +
                                       std::to_string(kAnswer / limits::kMebi) +
                                       " MiB; ask for fewer statements at once (--page-size)");
  }
  if (code == CURLE_ABORTED_BY_CALLBACK) {
    return Error(ErrorCode::Cancelled, "stopped while waiting for " + settings.base_url);
  }
  if (code != CURLE_OK) {
    return trouble_of(code, settings.base_url, detail.data());
  }
  long status = 0;
  libcurl().easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
  transfer.response.status = static_cast<int>(status);
  return std::move(transfer.response);
}

Result<HttpResponse> HttpClient::post(std::string_view path, const std::string& json,
                                      const std::vector<std::string>& headers) {
  if (!body_->loaded) {
    return body_->loaded.error();
  }
  libcurl().easy_setopt(body_->handle, CURLOPT_POST, 1L);
  libcurl().easy_setopt(body_->handle, CURLOPT_POSTFIELDS, json.data());
  libcurl().easy_setopt(body_->handle, CURLOPT_POSTFIELDSIZE, static_cast<long>(json.size()));
  return body_->perform(path, headers);
}

Result<HttpResponse> HttpClient::get(std::string_view path) {
  if (!body_->loaded) {
    return body_->loaded.error();
  }
  libcurl().easy_setopt(body_->handle, CURLOPT_HTTPGET, 1L);
  return body_->perform(path);
}

}  // namespace fairmon::dsa
