#include <fairmon/c.h>
#include <nlohmann/json.hpp>

#include "capi/failure.hpp"
#include "cli/compare/read_run.hpp"
#include "cli/compare/show.hpp"

namespace fairmon::capi {

namespace {

struct CompareOptions {
  double level = 0.95;
  bool same_cases = false;
};

Outcome<CompareOptions> compare_options(const char* json) {
  CompareOptions options;
  const auto given =
      json == nullptr ? nlohmann::json::object() : nlohmann::json::parse(json, nullptr, false);
  if (!given.is_object()) {
    return usage("the options are no JSON object");
  }
  for (const auto& [name, value] : given.items()) {
    if (name == "level") {
      options.level = value.is_number() ? value.get<double>() : 0.0;
    } else if (name == "same_cases" && value.is_boolean()) {
      options.same_cases = value.get<bool>();
    } else {
      return usage("the option `" + name +
                   "` makes no sense; say \"level\" with a number, \"same_cases\" with true or "
                   "false");
    }
  }
  if (!(options.level > 0.0 && options.level < 1.0)) {
    return usage("the level lies between 0 and 1, such as 0.95");
  }
  return options;
}

Outcome<std::string> compared(std::string_view before, std::string_view after, const char* json) {
  const auto options = compare_options(json);
  if (!options) {
    return options.error();
  }
  const report::RunNames names{"before", "after"};
  const auto first = cli::run_of_document(names.before, before);
  const auto second = cli::run_of_document(names.after, after);
  if (!first || !second) {
    return failure_of(first ? second.error() : first.error());
  }
  return cli::comparison_json(
      report::compare_runs(*first, *second, options->level, options->same_cases), names);
}

}  // namespace

}  // namespace fairmon::capi

fairmon_status fairmon_compare(const char* before, size_t before_size, const char* after,
                               size_t after_size, const char* options, fairmon_bytes* json) {
  namespace capi = fairmon::capi;
  return capi::hand_out(json, [&]() -> capi::Outcome<std::string> {
    if (before == nullptr || after == nullptr) {
      return capi::usage("an argument is null");
    }
    return capi::compared({before, before_size}, {after, after_size}, options);
  });
}
