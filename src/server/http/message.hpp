#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/access/role.hpp"

namespace fairmon::server {

/// A request as routes see it: no socket, no library type.
struct Request {
  std::string method;
  std::string path;  ///< decoded, without the query
  std::map<std::string, std::string> query;
  std::map<std::string, std::string> headers;  ///< names in lower case
  std::string body;
  std::string arrived_at;  ///< the address of this machine it was sent to, IPv6 in brackets
  std::string peer;        ///< the address it came from
  bool encrypted = false;
  std::optional<Caller> caller;  ///< who asks, once that is known
  /// Filled by the router with the parts of the path that the pattern leaves open.
  std::vector<std::string> arguments;
  /// Uploads: where the body was written, and how many bytes.
  std::filesystem::path body_file;
  std::uint64_t body_file_size = 0;

  [[nodiscard]] std::string header(const std::string& name) const {
    const auto found = headers.find(name);
    return found == headers.end() ? std::string() : found->second;
  }
  [[nodiscard]] std::string parameter(const std::string& name) const {
    const auto found = query.find(name);
    return found == query.end() ? std::string() : found->second;
  }
};

struct Response {
  unsigned status = 200;
  std::string content_type = "application/json";
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers;
};

/// The one shape of an error: `{code, message, details}`.
[[nodiscard]] Response error_response(unsigned status, std::string_view code,
                                      std::string_view message, std::string_view details = {});
[[nodiscard]] Response json_response(std::string body, unsigned status = 200);

/// Refuses a specification that is too long to be compiled for a page; nothing if it is not.
[[nodiscard]] std::optional<Response> refuse_specification(std::string_view text);

/// Splits `/a/b?x=1` into a decoded path and its query; false if the escapes are malformed.
[[nodiscard]] bool parse_target(std::string_view target, Request& request);

}  // namespace fairmon::server
