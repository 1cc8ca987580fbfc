#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "dsa/client/instant.hpp"
#include "dsa/simulator/api.hpp"
#include "dsa/simulator/write_dump.hpp"

namespace fairmon::dsa::simulator {

namespace {

constexpr std::string_view kByName = "/explore-data/download/";
constexpr std::string_view kStorage = "/storage/";

Response plain(int status, std::string text) {
  Response response;
  response.status = status;
  response.content_type = "text/html; charset=UTF-8";
  response.body = std::move(text);
  return response;
}

/// The parts of `sor-<slug>-<day>-<full|light>.zip`.
struct DumpName {
  std::string slug;
  std::int64_t day = 0;  ///< days since 1970
  bool light = true;
};

std::optional<DumpName> parse_name(std::string_view name) {
  constexpr std::string_view kEnding = ".zip";
  if (!name.starts_with("sor-") || !name.ends_with(kEnding)) {
    return std::nullopt;
  }
  name = name.substr(4, name.size() - 4 - kEnding.size());
  const auto kind = name.rfind('-');
  if (kind == std::string_view::npos || kind < 12) {
    return std::nullopt;
  }
  DumpName result;
  result.light = name.substr(kind) == "-light";
  const auto day = parse_instant(name.substr(kind - 10, 10));
  if (!day || (!result.light && name.substr(kind) != "-full")) {
    return std::nullopt;
  }
  result.day = day->ns / kNanosPerSecond / kSecondsPerDay;
  result.slug = name.substr(0, kind - 11);
  return result;
}

bool known_slug(const std::string& slug) {
  bool found = slug == "global";
  for (const Platform& platform : platforms()) {
    found = found || slug == platform_slug(platform.name);
  }
  return found;
}

/// `bytes=N-`: where to begin.
std::size_t range_begin(const std::string& range) {
  constexpr std::string_view kPrefix = "bytes=";
  std::size_t begin = 0;
  if (range.starts_with(kPrefix)) {
    std::from_chars(range.data() + kPrefix.size(), range.data() + range.size(), begin);
  }
  return begin;
}

}  // namespace

std::optional<std::string> Api::dump_bytes(const std::string& name) {
  const bool checksum = name.ends_with(".sha1");
  const auto wanted = parse_name(checksum ? name.substr(0, name.size() - 5) : name);
  if (!wanted || settings_.dump_folder.empty() || !known_slug(wanted->slug)) {
    return std::nullopt;
  }
  const std::int64_t day = wanted->day - settings_.data.first_day;
  if (day < 0 || day >= static_cast<std::int64_t>(settings_.data.num_days)) {
    return std::nullopt;
  }
  const std::lock_guard lock(mutex_);
  const std::string file = settings_.dump_folder + '/' + name;
  if (!std::filesystem::exists(file)) {
    DumpOptions options;
    options.light = wanted->light;
    options.slug = wanted->slug;
    if (!write_dump(generator_, static_cast<std::uint32_t>(day), settings_.dump_folder, options)) {
      return std::nullopt;
    }
  }
  std::ifstream in(file, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(in), {});
}

Response Api::stored_file(const std::string& name, const Request& request) {
  auto bytes = dump_bytes(name);
  if (!bytes) {
    return plain(403, "<Error><Code>AccessDenied</Code></Error>");
  }
  Response response;
  response.content_type = "application/octet-stream";
  const std::size_t begin = range_begin(request.range);
  if (begin > 0 && begin < bytes->size()) {
    response.status = 206;
    response.headers.emplace_back("Content-Range", "bytes " + std::to_string(begin) + '-' +
                                                       std::to_string(bytes->size() - 1) + '/' +
                                                       std::to_string(bytes->size()));
    bytes->erase(0, begin);
  }
  response.body = std::move(*bytes);
  return response;
}

// The site sends everybody on to a storage address that holds for a while.
std::optional<Response> Api::download(const Request& request) {
  const std::string_view path = request.path;
  if (settings_.bucket) {
    return stored_file(request.path.substr(1), request);
  }
  if (path.starts_with(kByName)) {
    const std::string name(path.substr(kByName.size()));
    if (!dump_bytes(name)) {
      return plain(404, "<h1>404</h1>");
    }
    const std::lock_guard lock(mutex_);
    const std::string address = std::string(kStorage) + name +
                                "?signature=" + std::to_string(7919 * (signatures_.size() + 1));
    signatures_[address] = std::chrono::steady_clock::now() + settings_.signature_life;
    Response redirect = plain(302, "");
    redirect.headers.emplace_back("Location", address);
    return redirect;
  }
  if (path.starts_with(kStorage)) {
    {
      const std::lock_guard lock(mutex_);
      const auto found = signatures_.find(request.path);
      if (found == signatures_.end() || found->second < std::chrono::steady_clock::now()) {
        return plain(403,
                     "<Error><Code>AccessDenied</Code><Message>Request has expired"
                     "</Message></Error>");
      }
    }
    const auto end = path.find('?');
    Response response =
        stored_file(std::string(path.substr(kStorage.size(), end - kStorage.size())), request);
    ++num_downloads_;
    for (const Fault& fault : settings_.faults) {
      const bool now = num_downloads_ >= fault.from && num_downloads_ <= fault.to;
      response.cut_in_middle |= now && fault.kind == Fault::Kind::CutDownload;
      if (now && fault.kind == Fault::Kind::SpoiltDownload && !response.body.empty()) {
        response.body.back() = static_cast<char>(response.body.back() ^ 1);
      }
    }
    return response;
  }
  return std::nullopt;
}

}  // namespace fairmon::dsa::simulator
