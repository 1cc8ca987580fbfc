#include <fairmon/plugin.hpp>

#include <filesystem>
#include <utility>

#include "plugins/inputs/push/push_source.hpp"

namespace fairmon::plugins {

namespace push {

namespace {

constexpr std::string_view kDocumentation =
    R"(Events that were pushed to `fairmon watch` over HTTP. They lie in a durable log, one folder per
monitor: `monitors/NAME/events` below the service's state folder. There the input is named in the
configuration; on the command line it judges such a log again, once the service is stopped:
`fairmon monitor SPEC --input push state/monitors/NAME/events`. Every event is a JSON object; fields
are found as in `jsonl`. Its time is the member `time` unless `--time-column` names another, or the
moment of arrival with `--arrival`.
)";

Result<std::unique_ptr<EventSource>> make(const OptionValues& values,
                                          const std::vector<std::string>& targets) {
  auto input = read_push_options(values);
  if (!input) {
    return std::move(input).error();
  }
  if (targets.size() != 1 || !std::filesystem::is_directory(targets.front())) {
    return Error(ErrorCode::Usage,
                 "the input `push` reads one folder with the events of `fairmon watch`" +
                     (targets.empty() ? std::string() : "; `" + targets.front() + "` is none"));
  }
  eventlog::LogOptions options;
  options.folder = targets.front();
  options.clock = [] { return std::int64_t{0}; };  // nothing is written
  auto log = eventlog::EventLog::open(std::move(options));
  if (!log) {
    return std::move(log).error();
  }
  std::shared_ptr<eventlog::EventLog> shared = std::move(*log);
  const PushPlace place{shared->facts().first, false};
  return std::unique_ptr<EventSource>(
      std::make_unique<PushSource>(std::move(*input), std::move(shared), place, nullptr));
}

}  // namespace

}  // namespace push

namespace inputs {
extern const InputPlugin push;
const InputPlugin push = {"push",
                          "events pushed to `fairmon watch` over HTTP",
                          plugins::push::kDocumentation,
                          {},
                          plugins::push::push_options,
                          plugins::push::make,
                          false};
}  // namespace inputs

}  // namespace fairmon::plugins
