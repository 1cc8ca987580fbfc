#include "plugins/outputs/ledger/facts.hpp"

#include <fairmon/version.hpp>
#include <nlohmann/json.hpp>

#include <chrono>

#include "ledger/crypto/sha256.hpp"
#include "ledger/json/canonical.hpp"
#include "support/civil_time.hpp"

namespace fairmon::plugins::ledger_output {

namespace {

using Json = nlohmann::json;

std::string wall_clock() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now);
  std::string text;
  support::append_rfc3339(text, std::chrono::nanoseconds(seconds).count());
  return text;
}

/// How sure the intervals of each stream are, and the statements of each trigger.
Json levels_of(const Spec& spec) {
  Json levels = Json::object();
  for (const StreamInfo& stream : spec.streams()) {
    if (stream.level && stream.tells == StreamInfo::Tells::Nothing) {
      levels[stream.name] = *stream.level;
    }
  }
  return levels;
}

std::string program_facts() {
  const auto digest = ledger::sha256_of_file("/proc/self/exe");
  return ledger::canonical(Json{{"name", "fairmon"},
                                {"version", std::string(version())},
                                {"build", std::string(build_facts())},
                                {"sha256", digest ? Json(*digest) : Json(nullptr)}});
}

}  // namespace

Result<void> ProgramFacts::start() {
  return thread_.start([this] { text_ = program_facts(); }, [](const Error&) {});
}

const std::string& ProgramFacts::text() {
  thread_.join();
  if (text_.empty()) {
    text_ = program_facts();
  }
  return text_;
}

std::string options_text(const SinkContext& context) {
  Json list = Json::array();
  for (const auto& [name, value] : context.asked) {
    list.push_back(Json::array({name, value}));
  }
  return ledger::canonical(list);
}

std::string open_body(const Spec& spec, const SinkContext& context, const std::string& options,
                      const std::string& key) {
  const std::string text(spec.source().text());
  Json body{{"format", "fairmon-ledger/1"},
            {"began", wall_clock()},
            {"levels", levels_of(spec)},
            {"options", Json::parse(options)},
            {"start_time", nullptr},
            {"specification",
             {{"name", spec.source().name()},
              {"text", text},
              {"sha256", ledger::sha256_hex(text)},
              {"digest", spec.digest()}}}};
  if (context.start_time) {
    std::string start;
    support::append_rfc3339(start, context.start_time->ns);
    body["start_time"] = start;
  }
  if (!key.empty()) {
    body["key"] = key;
  }
  return ledger::canonical(body);
}

std::string with_program(const std::string& body, const std::string& program) {
  Json whole = Json::parse(body);
  whole["program"] = Json::parse(program);
  return ledger::canonical(whole);
}

std::string close_body(const RunSummary& summary, const std::string& reached,
                       std::uint64_t num_verdicts) {
  return ledger::canonical(
      Json{{"bad_records", summary.num_bad_records},
           {"deadlines", summary.num_deadlines},
           {"ended", wall_clock()},
           {"error", summary.error ? Json(summary.error->message) : Json(nullptr)},
           {"events", summary.num_events},
           {"failed_evaluations", summary.num_evaluation_errors},
           {"interrupted", summary.interrupted},
           {"late_records", summary.num_late_records},
           {"reached", reached},
           {"triggers", summary.trigger_counts},
           {"verdicts", num_verdicts}});
}

}  // namespace fairmon::plugins::ledger_output
