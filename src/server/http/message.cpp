#include "server/http/message.hpp"

#include <nlohmann/json.hpp>

#include <optional>

#include "support/limits.hpp"

namespace fairmon::server {

namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') {
    return c - '0';
  }
  if (c >= 'a' && c <= 'f') {
    return c - 'a' + 10;
  }
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

std::optional<std::string> decode(std::string_view text, bool plus_is_blank) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%') {
      if (i + 2 >= text.size() || hex_digit(text[i + 1]) < 0 || hex_digit(text[i + 2]) < 0) {
        return std::nullopt;
      }
      out += static_cast<char>(hex_digit(text[i + 1]) * 16 + hex_digit(text[i + 2]));
      i += 2;
    } else {
      out += plus_is_blank && text[i] == '+' ? ' ' : text[i];
    }
  }
  return out.find('\0') == std::string::npos ? std::optional(out) : std::nullopt;
}

bool parse_query(std::string_view text, std::map<std::string, std::string>& query) {
  while (!text.empty()) {
    const std::string_view pair = text.substr(0, text.find('&'));
    text.remove_prefix(std::min(text.size(), pair.size() + 1));
    const std::size_t equals = pair.find('=');
    const auto name = decode(pair.substr(0, equals), true);
    const auto value =
        decode(equals == std::string_view::npos ? "" : pair.substr(equals + 1), true);
    if (!name || !value) {
      return false;
    }
    query[*name] = *value;
  }
  return true;
}

}  // namespace

Response error_response(unsigned status, std::string_view code, std::string_view message,
                        std::string_view details) {
  const nlohmann::json body = {{"code", code}, {"message", message}, {"details", details}};
  Response response;
  response.status = status;
  // Messages may quote bytes of a user's file that are no valid text.
  response.body = body.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  return response;
}

Response json_response(std::string body, unsigned status) {
  Response response;
  response.status = status;
  response.body = std::move(body);
  return response;
}

std::optional<Response> refuse_specification(std::string_view text) {
  if (text.size() <= limits::kSpecificationOfPage) {
    return std::nullopt;
  }
  return error_response(413, "too-large",
                        "the specification has " + std::to_string(text.size() / limits::kKibi) +
                            " KiB; a page may send " +
                            std::to_string(limits::kSpecificationOfPage / limits::kKibi) +
                            " KiB at most, `fairmon monitor` takes more");
}

bool parse_target(std::string_view target, Request& request) {
  if (target.empty() || target.front() != '/') {
    return false;
  }
  const std::size_t mark = target.find('?');
  const auto path = decode(target.substr(0, mark), false);
  if (!path) {
    return false;
  }
  request.path = *path;
  return mark == std::string_view::npos || parse_query(target.substr(mark + 1), request.query);
}

}  // namespace fairmon::server
