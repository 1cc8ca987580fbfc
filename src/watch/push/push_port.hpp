#pragma once

#include <fairmon/event_source.hpp>
#include <fairmon/spec.hpp>
#include <fairmon/time_format.hpp>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "eventlog/log.hpp"
#include "plugins/inputs/push/push_options.hpp"
#include "plugins/reading/json/object_decoder.hpp"
#include "plugins/reading/json/record_decoder.hpp"
#include "watch/config/config.hpp"
#include "watch/http/listener.hpp"
#include "watch/push/verdict_desk.hpp"

namespace fairmon::watch {

/// What a port did since it opened.
struct PortCounts {
  std::uint64_t requests = 0;
  std::uint64_t refused = 0;    ///< because of what they brought
  std::uint64_t throttled = 0;  ///< because of when they came
};

/// Takes events over HTTP: reads and judges the body, hands the events to the log and answers when
/// they are durable. Called on the listener's thread only.
class PushPort {
 public:
  /// The events have to fit the specification, and the first one of the epoch, whose sequence
  /// number is given.
  [[nodiscard]] static Result<std::unique_ptr<PushPort>> open(
      const MonitorConfig& config, const Spec& spec, std::uint64_t first,
      std::shared_ptr<eventlog::EventLog> log, std::shared_ptr<VerdictDesk> desk);

  void take(const server::Request& request, Reply reply);
  [[nodiscard]] const PortCounts& counts() const noexcept { return counts_; }

 private:
  PushPort(plugins::push::PushInput input, Limits limits, const Spec& spec,
           std::shared_ptr<eventlog::EventLog> log, std::shared_ptr<VerdictDesk> desk);
  Result<void> bind();
  Result<void> learn_time_format(std::uint64_t first);
  [[nodiscard]] std::optional<server::Response> throttle(std::size_t num_events);
  [[nodiscard]] std::optional<std::string> judge(eventlog::LoggedEvent& event);
  [[nodiscard]] std::optional<server::Response> judge_all(
      std::vector<eventlog::LoggedEvent>& events);
  [[nodiscard]] std::optional<server::Response> read_numbers(const server::Request& request,
                                                             eventlog::Submission& submission);
  void submit(eventlog::Submission submission, bool wait, Reply reply);

  plugins::push::PushInput input_;
  Limits limits_;
  InputSchema schema_;
  std::shared_ptr<eventlog::EventLog> log_;
  std::shared_ptr<VerdictDesk> desk_;
  PortCounts counts_;

  std::shared_ptr<SymbolTable> symbols_;
  std::optional<plugins::ObjectDecoder> decoder_;
  std::optional<plugins::RecordDecoder> id_decoder_;
  std::optional<TimeReader> times_;
  EventBatch batch_;

  double allowance_ = 0.0;  ///< events that may still come at once
  std::chrono::steady_clock::time_point counted_;
};

}  // namespace fairmon::watch
