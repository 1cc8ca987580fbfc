#include "dsa/simulator/api.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

#include "dsa/simulator/predicate.hpp"
#include "dsa/simulator/render.hpp"

namespace fairmon::dsa::simulator {

namespace {

using Json = nlohmann::json;
using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kWindow = 10'000;
constexpr std::string_view kShards =
    R"("_shards":{"total":64,"successful":64,"skipped":0,"failed":0})";

Response message(int status, const std::string& text) {
  Response response;
  response.status = status;
  response.body = Json{{"message", text}}.dump(4);
  return response;
}

std::vector<std::string> wanted_fields(const Json& body) {
  if (!body.contains("_source")) {
    return document_fields();
  }
  const Json& source = body["_source"];
  if (source.is_string()) {
    return {source.get<std::string>()};
  }
  return source.is_array() ? source.get<std::vector<std::string>>() : document_fields();
}

Json parsed_body(const std::string& text) {
  Json body = Json::parse(text, nullptr, false);
  if (!body.is_object()) {
    return Json::object();  // as the framework does: everything is asked for
  }
  for (Json& member : body) {
    mangle_like_php(member);
  }
  return body;
}

}  // namespace

struct Api::Search {
  Predicate matches;
  std::uint64_t size = 10;
  bool by_time = false;     ///< by created_at and id, instead of by id alone
  std::uint64_t first = 0;  ///< rank, in this order, of the first statement to look at
  std::vector<std::string> wanted;
  std::string key;  ///< the query alone, to remember its total
};

Api::Api(ApiSettings settings)
    : settings_(std::move(settings)), generator_(settings_.data), by_time_(generator_) {}

std::uint64_t Api::num_filed() const {
  return settings_.filed_at_first
             ? std::min(generator_.size(), *settings_.filed_at_first +
                                               settings_.filed_per_request * accepted_requests())
             : generator_.size();
}

std::uint64_t Api::accepted_requests() const {
  const std::lock_guard lock(mutex_);
  return accepted_;
}

std::uint64_t Api::most_in_window() const {
  const std::lock_guard lock(mutex_);
  return most_in_window_;
}

// Fixed window: the first accepted request starts it, refused ones do not count.
bool Api::take_quota(Response& response) {
  const std::lock_guard lock(mutex_);
  const auto now = settings_.now();
  if (in_window_ == 0 || now - window_start_ >= settings_.quota_window) {
    window_start_ = now;
    in_window_ = 0;
  }
  const bool granted = in_window_ < settings_.quota_limit;
  if (granted) {
    ++in_window_;
    ++accepted_;
    most_in_window_ = std::max<std::uint64_t>(most_in_window_, in_window_);
  } else {
    const auto left =
        std::chrono::ceil<std::chrono::seconds>(window_start_ + settings_.quota_window - now);
    response = message(429, "Too Many Attempts.");
    response.headers.emplace_back("Retry-After", std::to_string(left.count()));
  }
  response.headers.emplace_back("X-RateLimit-Limit", std::to_string(settings_.quota_limit));
  response.headers.emplace_back("X-RateLimit-Remaining",
                                std::to_string(settings_.quota_limit - in_window_));
  return granted;
}

Response Api::answer(const Request& request) {
  if (auto file = download(request)) {
    return std::move(*file);
  }
  if (request.authorization != "Bearer " + settings_.token) {
    if (settings_.generation == Generation::G1 && !request.accepts_json) {
      Response redirect = message(302, "");
      redirect.headers.emplace_back("Location", "/login");
      return redirect;
    }
    return message(401, "Unauthenticated.");
  }
  if (request.path == "/api/ping") {
    Response pong;
    pong.body = R"({"you_say":"ping","i_say":"pong"})";
    return pong;
  }
  if (!request.path.starts_with("/api/v1/research/")) {
    return message(404, "The route " + request.path.substr(1) + " could not be found.");
  }
  Response quota;
  if (!take_quota(quota)) {
    return quota;
  }
  const std::uint64_t number = accepted_requests();
  const auto fault =
      std::find_if(settings_.faults.begin(), settings_.faults.end(),
                   [&](const Fault& f) { return number >= f.from && number <= f.to; });
  Response response =
      fault == settings_.faults.end() ? research(request) : faulty(fault->kind, request);
  response.headers.insert(response.headers.end(), quota.headers.begin(), quota.headers.end());
  return response;
}

Response Api::research(const Request& request) {
  const std::string_view name = std::string_view(request.path).substr(17);
  if (name == "search" || name == "count") {
    if (request.method != "POST") {
      return message(405, "The " + request.method + " method is not supported for route " +
                              request.path.substr(1) + ". Supported methods: POST.");
    }
    return name == "search" ? search(request) : count(request);
  }
  if (name == "platforms") {
    Json list = Json::array();
    const bool old = settings_.generation == Generation::G1;
    for (const Platform& platform : platforms()) {
      const Json vlop = old ? Json(platform.vlop ? 1 : 0) : Json(platform.vlop);
      list.push_back({{"id", platform.id}, {"name", platform.name}, {"vlop", vlop}});
    }
    Response response;
    response.body = list.dump();
    return response;
  }
  if (name == "labels") {
    return labels();
  }
  if (name.starts_with("aggregates/")) {
    return aggregates(name.substr(std::string_view("aggregates/").size()));
  }
  if (name == "query" && settings_.generation == Generation::G2) {
    return message(500, "Server Error");
  }
  return message(404, "The route " + request.path.substr(1) + " could not be found.");
}

Response Api::refuse(std::string_view attempt, int status, const std::string& reason) const {
  const Json inner = {{"error", {{"type", "parsing_exception"}, {"reason", reason}}},
                      {"status", status}};
  std::string text = "invalid " + std::string(attempt) + " attempt: ";
  if (settings_.generation == Generation::G2) {
    text += std::to_string(status) + " Bad Request: ";
  }
  Response response;
  response.status = 422;
  response.body = Json{{"error", text + inner.dump()}}.dump();
  return response;
}

std::uint64_t Api::total(const std::string& key, const Search& search) {
  const bool all = !settings_.filed_at_first;
  if (all) {
    const std::lock_guard lock(mutex_);
    if (const auto found = totals_.find(key); found != totals_.end()) {
      return found->second;
    }
  }
  std::uint64_t count = 0;
  const std::uint64_t filed = num_filed();
  for (std::uint64_t i = 0; i < filed; ++i) {
    count += search.matches(generator_.at(i)) ? 1 : 0;
  }
  if (all) {
    const std::lock_guard lock(mutex_);
    totals_[key] = count;
  }
  return count;
}

std::string Api::read_order(const Json& body, Search& search) const {
  const Json sort = body.value("sort", Json::array());
  const auto names = [&](std::size_t i, const char* field) {
    return sort.size() > i && sort[i].is_object() && sort[i].contains(field);
  };
  search.by_time = sort.size() == 2 && names(0, "created_at") && names(1, "id");
  if (!search.by_time && !(sort.size() == 1 && names(0, "id")) && !sort.empty()) {
    return "No mapping found for the fields in order to sort on";
  }
  if (!body.contains("search_after")) {
    return {};
  }
  const Json& after = body["search_after"];
  const bool fits = after.is_array() && !sort.empty() && after.size() == sort.size() &&
                    std::all_of(after.begin(), after.end(),
                                [](const Json& value) { return value.is_number_integer(); });
  if (!fits) {
    return "search_after has the wrong number of values";
  }
  search.first =
      search.by_time
          ? by_time_.rank_after({after[0].get<std::int64_t>(), after[1].get<std::int64_t>()})
          : generator_.position_after(after[0].get<std::int64_t>());
  return {};
}

std::string Api::hits_of(const Search& search, std::uint64_t& num_hits) const {
  std::string hits;
  num_hits = 0;
  const std::uint64_t filed = num_filed();
  TimeOrder::Walk in_time(by_time_);
  for (std::uint64_t rank = search.first; rank < generator_.size() && num_hits < search.size;
       ++rank) {
    const std::uint64_t position = search.by_time ? in_time.position(rank) : rank;
    const Statement statement = generator_.at(position);
    if (position < filed && search.matches(statement)) {
      hits += num_hits == 0 ? "" : ",";
      append_hit(hits, statement, search.wanted, search.by_time);
      ++num_hits;
    }
  }
  return hits;
}

Response Api::count(const Request& request) {
  const Json body = parsed_body(request.body);
  for (const auto& member : body.items()) {
    if (member.key() != "query") {
      return refuse("count", 400, "request does not support [" + member.key() + "]");
    }
  }
  const Json query = body.value("query", Json());
  auto matches = compile_query(query);
  if (!matches) {
    return refuse("count", 400, matches.error());
  }
  Search search;
  search.matches = std::move(*matches);
  Response response;
  response.body = R"({"count":)" + std::to_string(total(query.dump(), search)) + ',' +
                  std::string(kShards) + '}';
  return response;
}

Response Api::search(const Request& request) {
  const Json body = parsed_body(request.body);
  const Json query = body.value("query", Json());
  auto matches = compile_query(query);
  if (!matches) {
    return refuse("query", 400, matches.error());
  }
  Search search;
  search.matches = std::move(*matches);
  search.wanted = wanted_fields(body);
  search.size = settings_.generation == Generation::G2 ? kWindow : body.value("size", 10U);
  if (search.size > kWindow) {
    return refuse("query", 400, "Result window is too large");
  }
  if (const std::string wrong = read_order(body, search); !wrong.empty()) {
    return refuse("query", 400, wrong);
  }
  const std::uint64_t all = total(query.dump(), search);
  std::uint64_t num_hits = 0;
  const std::string hits = hits_of(search, num_hits);
  Response response;
  response.body = R"({"took":5,"timed_out":false,)" + std::string(kShards) +
                  R"(,"hits":{"total":{"value":)" + std::to_string(all) +
                  R"(,"relation":"eq"},"max_score":null,"hits":[)" + hits + "]}}";
  response.delay =
      settings_.base_latency + settings_.hit_latency * static_cast<std::int64_t>(num_hits);
  return response;
}

}  // namespace fairmon::dsa::simulator
