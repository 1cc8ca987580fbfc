#include "server/http/static_files.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "server/assets.hpp"
#include "server/gzip.hpp"
#include "server/uploads.hpp"

namespace fairmon::server {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kNotBuilt =
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>FairMon</title>"
    "<style>body{font:16px/1.6 sans-serif;max-width:40rem;margin:4rem auto;padding:0 1rem}</style>"
    "<h1>The web interface is not in this build</h1>"
    "<p>The server works, but the page was not built before the program was compiled. "
    "Run <code>./dev build</code>, or <code>web/build.sh</code> and then the C++ build again.</p>";

std::string_view type_of(const fs::path& path) {
  const std::string suffix = path.extension().string();
  if (suffix == ".html") {
    return "text/html; charset=utf-8";
  }
  if (suffix == ".js") {
    return "text/javascript; charset=utf-8";
  }
  if (suffix == ".css") {
    return "text/css; charset=utf-8";
  }
  if (suffix == ".svg") {
    return "image/svg+xml";
  }
  return suffix == ".woff2" ? "font/woff2" : "application/octet-stream";
}

Response from_disk(const std::string& path, const fs::path& root) {
  const auto file = resolve_below(root, path.substr(1));
  std::ifstream in(file ? file.value() : fs::path(), std::ios::binary);
  if (!file || !in) {
    return error_response(404, "not-found", "there is no such file");
  }
  Response response;
  response.content_type = type_of(file.value());
  response.body.assign(std::istreambuf_iterator<char>(in), {});
  return response;
}

Response from_memory(const Asset& asset, bool takes_gzip) {
  Response response;
  response.content_type = type_of(asset.path);
  if (takes_gzip) {
    response.body = asset.gzip;
    response.headers.emplace_back("Content-Encoding", "gzip");
  } else {
    response.body = gunzip(asset.gzip).value_or("");
  }
  // Names of built files carry a digest of their content; the page itself does not.
  const bool named_by_content = asset.path.starts_with("/assets/");
  response.headers.emplace_back(
      "Cache-Control", named_by_content ? "public, max-age=31536000, immutable" : "no-cache");
  response.headers.emplace_back("Vary", "Accept-Encoding");
  return response;
}

}  // namespace

Response static_file(const Request& request, const fs::path& web_root) {
  const std::string path = request.path == "/" ? "/index.html" : request.path;
  if (!web_root.empty()) {
    return from_disk(path, web_root);
  }
  if (assets().empty() && path == "/index.html") {
    Response response;
    response.content_type = "text/html; charset=utf-8";
    response.body = kNotBuilt;
    return response;
  }
  for (const Asset& asset : assets()) {
    if (asset.path == path) {
      return from_memory(asset,
                         request.header("accept-encoding").find("gzip") != std::string::npos);
    }
  }
  return error_response(404, "not-found", "there is no such file");
}

}  // namespace fairmon::server
