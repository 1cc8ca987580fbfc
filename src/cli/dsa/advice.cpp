#include "cli/dsa/advice.hpp"

#include <mutex>

#include "cli/dsa/request.hpp"
#include "dsa/schema.hpp"
#include "dsa/simulator/server.hpp"
#include "plugins/inputs/dsa/settings.hpp"

namespace fairmon::cli {

namespace {

constexpr std::string_view kSimulator = "simulator";
constexpr std::uint32_t kDemoDays = 14;
constexpr std::uint64_t kDemoPerDay = 20'000;
/// A page that asks for an estimate does not want to wait through a whole quota window.
constexpr std::chrono::seconds kEstimateTimeout{30};

server::SourcePlan plan(const Spec& spec) {
  const DerivedFilter derived = derive_filter(spec);
  server::SourcePlan result;
  result.fields = dsa_fields_read(spec);
  result.num_fields = dsa::fields().size();
  if (derived.condition.kind != FilterKind::True) {
    result.condition = derived.condition.to_string();
    dsa::Query query;
    query.derived = derived.condition;
    result.sent = dsa::describe_derived(query);
  }
  for (const FilterBlocker& blocker : derived.blockers) {
    result.blockers.push_back({blocker.stream, blocker.reason});
  }
  for (const InputSchema::Input& input : spec.input_schema().inputs) {
    if (dsa::find_field(input.name) == nullptr) {
      result.notes.push_back("the input `" + input.name + "` is no field of a statement");
    } else if (!input.needed) {
      result.notes.push_back("`" + input.name + "` is declared but never read: not asked for");
    }
  }
  return result;
}

Result<server::SourceEstimate> estimate(const Spec& spec, const OptionValues& options) {
  auto settings = plugins::inputs::dsa_settings(options);
  if (!settings) {
    return std::move(settings).error();
  }
  settings->query.source_fields = dsa_fields_read(spec);
  settings->query.derived = derive_filter(spec).condition;
  settings->http.total_timeout = kEstimateTimeout;
  settings->max_attempts = 2;
  server::SourceEstimate result;
  result.page_size = settings->page_size;
  const std::uint64_t limit = settings->quota_limit;
  const auto window =
      std::max<std::uint64_t>(1, static_cast<std::uint64_t>(settings->quota_window.count()));
  result.requests_per_minute = limit * 60'000 / window;
  dsa::Pager pager(std::move(*settings));
  const auto count = pager.count();
  if (!count) {
    return count.error();
  }
  result.records = *count;
  result.pages = (*count + result.page_size - 1) / result.page_size;
  const std::uint64_t windows = (result.pages + limit - 1) / limit;
  result.minutes = (windows * window + 59'999) / 60'000;
  return result;
}

std::vector<std::string> suggestions(std::string_view option) {
  const auto known = [](std::string_view field) {
    const auto codes = dsa::codes(field);
    return std::vector<std::string>(codes.begin(), codes.end());
  };
  if (option == "language") {
    return known("content_language");
  }
  if (option == "category") {
    return known("category");
  }
  if (option == "decision") {
    return known("automated_decision");
  }
  if (option == "url") {
    return {std::string(kSimulator)};
  }
  std::vector<std::string> pairs;
  if (option == "filter") {
    for (const dsa::Field& field : dsa::fields()) {
      for (const std::string_view code : dsa::codes(field.name)) {
        pairs.push_back(std::string(field.name) + "=" + std::string(code));
      }
    }
  }
  return pairs;
}

/// The simulator of this program: started when first asked for, stopped when the program ends.
class Demonstration {
 public:
  Result<void> resolve(std::multimap<std::string, std::string>& options) {
    const auto url = options.find("url");
    if (url == options.end() || url->second != kSimulator) {
      return {};
    }
    const std::scoped_lock lock(mutex_);
    if (!server_) {
      dsa::simulator::ApiSettings settings;
      settings.data.num_days = kDemoDays;
      settings.data.per_day = kDemoPerDay;
      settings.quota_limit = 100'000;  // nobody else is waiting for it
      auto started = dsa::simulator::Server::start(settings, 0);
      if (!started) {
        return std::move(started).error();
      }
      token_ = settings.token;
      server_ = std::move(*started);
    }
    url->second = server_->base_url();
    options.erase("token");
    options.erase("token-file");
    options.emplace("token", token_);
    return {};
  }

 private:
  std::mutex mutex_;
  std::unique_ptr<dsa::simulator::Server> server_;
  std::string token_;
};

}  // namespace

server::SourceAdvice dsa_advice() {
  server::SourceAdvice advice;
  advice.plugin = "dsa";
  advice.plan = plan;
  advice.estimate = estimate;
  advice.suggestions = suggestions;
  advice.resolve = [demonstration = std::make_shared<Demonstration>()](
                       std::multimap<std::string, std::string>& options) {
    return demonstration->resolve(options);
  };
  return advice;
}

}  // namespace fairmon::cli
