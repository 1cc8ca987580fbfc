#include "watch/push/push_port.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include "eventlog/log_reader.hpp"
#include "plugins/reading/json/field_path.hpp"
#include "support/number.hpp"
#include "watch/push/answers.hpp"
#include "watch/push/body.hpp"

namespace fairmon::watch {

namespace {

using server::error_response;
using server::Response;

constexpr std::uint32_t kMostTexts = 100'000;  ///< before the decoder's table is made anew
constexpr std::size_t kLongestId = 512;
constexpr std::size_t kLongestClient = 128;
constexpr std::size_t kMostWaiting = 1000;
constexpr std::chrono::seconds kLongestWait{30};

}  // namespace

PushPort::PushPort(plugins::push::PushInput input, Limits limits, const Spec& spec,
                   std::shared_ptr<eventlog::EventLog> log, std::shared_ptr<VerdictDesk> desk)
    : input_(std::move(input)),
      limits_(limits),
      schema_(spec.input_schema()),
      log_(std::move(log)),
      desk_(std::move(desk)),
      batch_(schema_.inputs.size(), 1),
      allowance_(std::max(limits.rate, 1.0)),
      counted_(std::chrono::steady_clock::now()) {}

Result<std::unique_ptr<PushPort>> PushPort::open(const MonitorConfig& config, const Spec& spec,
                                                 std::uint64_t first,
                                                 std::shared_ptr<eventlog::EventLog> log,
                                                 std::shared_ptr<VerdictDesk> desk) {
  const auto values = OptionValues::check(plugins::push::push_options(), config.input.options);
  if (!values) {
    return values.error();
  }
  auto input = plugins::push::read_push_options(*values);
  if (!input) {
    return std::move(input).error();
  }
  std::unique_ptr<PushPort> port(
      new PushPort(std::move(*input), config.limits, spec, std::move(log), std::move(desk)));
  if (auto bound = port->bind(); !bound) {
    return std::move(bound).error();
  }
  if (auto learnt = port->learn_time_format(first); !learnt) {
    return std::move(learnt).error();
  }
  return port;
}

/// Anew now and then, so that texts of events do not pile up here.
Result<void> PushPort::bind() {
  SourceContext context;
  context.schema = schema_;
  symbols_ = std::make_shared<SymbolTable>();
  context.symbols = symbols_;
  auto decoder = plugins::push::bind_pushed(context, input_);
  if (!decoder) {
    return std::move(decoder).error();
  }
  decoder_.emplace(std::move(*decoder));
  if (!input_.id_field.empty()) {
    const auto path = plugins::parse_path(input_.id_field);
    if (!path) {
      return Error(ErrorCode::Usage, "the field `" + input_.id_field + "`: " + path.error());
    }
    plugins::PathTree tree;
    tree.add(*path, 0);
    id_decoder_.emplace(std::vector<std::string>{input_.id_field}, std::move(tree), 0);
  }
  return {};
}

/// The run finds out from its first event how times are written; all others have to follow.
Result<void> PushPort::learn_time_format(std::uint64_t first) {
  plugins::CommonInput common = input_.common;
  if (auto told = plugins::apply_reading(schema_.reading, common); !told) {
    return told;
  }
  times_.emplace(common.time_format, std::nullopt, false);
  eventlog::LogReader reader(*log_, std::max(first, log_->facts().first));
  auto frame = reader.next();
  if (!frame) {
    return std::move(frame).error();
  }
  if (*frame) {
    static_cast<void>(judge((*frame)->events.front()));
  }
  return {};
}

std::optional<Response> PushPort::throttle(std::size_t num_events) {
  const auto later = [&](double seconds, const std::string& why) {
    ++counts_.throttled;
    Response response = error_response(429, "later", why);
    const double whole = std::clamp(std::ceil(seconds), 1.0, 3600.0);
    response.headers.emplace_back("Retry-After", std::to_string(static_cast<int>(whole)));
    return response;
  };
  const std::uint64_t end = log_->facts().end;
  const std::uint64_t waiting = end - std::min(end, desk_->judged());
  if (waiting >= limits_.waiting) {
    return later(1.0, std::to_string(waiting) + " events are not judged yet, and " +
                          std::to_string(limits_.waiting) + " may be; send these again later");
  }
  if (limits_.rate <= 0.0) {
    return std::nullopt;
  }
  const auto now = std::chrono::steady_clock::now();
  const double passed = std::chrono::duration<double>(now - counted_).count();
  // What was not used is saved for one second.
  allowance_ = std::min(allowance_ + passed * limits_.rate, std::max(limits_.rate, 1.0));
  counted_ = now;
  if (allowance_ < 1.0) {
    return later((1.0 - allowance_) / limits_.rate,
                 "this monitor takes " + std::to_string(limits_.rate) + " events per second");
  }
  allowance_ -= static_cast<double>(num_events);  // a batch may run into debt
  return std::nullopt;
}

/// What is wrong with an event; puts its id in place.
std::optional<std::string> PushPort::judge(eventlog::LoggedEvent& event) {
  batch_.clear();
  const auto trouble = decoder_->decode(event.record, batch_);
  decoder_->abandon();
  const auto shown = [](const plugins::Trouble& what) {
    return (what.field.empty()
                ? ""
                : "field `" + what.field + "`" +
                      (what.value.empty() ? "" : " is `" + what.value + "`") + ": ") +
           what.message;
  };
  if (trouble) {
    return shown(*trouble);
  }
  if (const auto time = decoder_->time_text(); time && !input_.arrival) {
    if (const auto read = times_->read(*time); !read) {
      return shown({read.error(), decoder_->time_field(), std::string(*time), 0});
    }
  } else if (!input_.arrival) {
    return shown({"there is no such field, and it holds the time; set arrival if events have none",
                  decoder_->time_field(),
                  {},
                  0});
  }
  if (!input_.allow_absent) {
    if (const auto absent = decoder_->check_fields(event.record)) {
      return absent->message;
    }
  }
  if (id_decoder_ && event.id.empty()) {
    std::vector<bool> seen(1);
    std::vector<std::string> names;
    id_decoder_->survey(event.record, seen, names);
    event.id = std::string(id_decoder_->time_text().value_or(std::string_view()));
    if (event.id.empty()) {
      return "there is no field `" + input_.id_field + "`, which tells events apart";
    }
  }
  if (event.id.size() > kLongestId) {
    return "its id has more than " + std::to_string(kLongestId) + " bytes";
  }
  return std::nullopt;
}

std::optional<Response> PushPort::judge_all(std::vector<eventlog::LoggedEvent>& events) {
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (const auto wrong = judge(events[i])) {
      return bad_event(i + 1, events.size(), *wrong);
    }
  }
  if (symbols_->num_texts() > kMostTexts) {
    static_cast<void>(bind());  // it has worked before
  }
  return std::nullopt;
}

/// `FairMon-Client` and `FairMon-Sequence`
std::optional<Response> PushPort::read_numbers(const server::Request& request,
                                               eventlog::Submission& submission) {
  const std::string client = request.header("fairmon-client");
  const std::string sequence = request.header("fairmon-sequence");
  if (client.empty() && sequence.empty()) {
    return std::nullopt;
  }
  const auto first = support::parse_number<std::uint64_t>(sequence);
  if (client.empty() || client.size() > kLongestClient || !first ||
      *first > (std::uint64_t{1} << 62U)) {
    return error_response(400, "bad-sequence",
                          "FairMon-Client names the sender in up to 128 bytes, FairMon-Sequence "
                          "is the number of the first event; send both or none");
  }
  submission.client = client;
  submission.client_first = *first;
  return std::nullopt;
}

void PushPort::take(const server::Request& request, Reply reply) {
  ++counts_.requests;
  const auto refuse = [&](Response response) {
    ++counts_.refused;
    reply(std::move(response));
  };
  const std::string wanted = request.parameter("wait");
  if (!wanted.empty() && wanted != "verdict") {
    refuse(error_response(400, "bad-wait", "`wait` can only be `verdict`"));
    return;
  }
  auto events = read_body(request.body, request.headers, decoder_->time_field());
  if (!events) {
    const BodyTrouble& what = events.error();
    refuse(what.unknown_type ? error_response(415, "content-type", what.message)
                             : bad_event(what.event, 0, what.message));
    return;
  }
  if (events->empty()) {
    refuse(error_response(400, "empty", "there is no event in the body"));
    return;
  }
  eventlog::Submission submission;
  if (auto wrong = read_numbers(request, submission)) {
    refuse(std::move(*wrong));
    return;
  }
  if (auto later = throttle(events->size())) {
    reply(std::move(*later));
    return;
  }
  if (auto wrong = judge_all(*events)) {
    refuse(std::move(*wrong));
    return;
  }
  submission.events = std::move(*events);
  const bool wait = !wanted.empty();
  if (wait && desk_->num_waiting() >= kMostWaiting) {
    reply(error_response(429, "later", "too many requests wait for verdicts; leave out `wait`"));
    return;
  }
  submit(std::move(submission), wait, std::move(reply));
}

void PushPort::submit(eventlog::Submission submission, bool wait, Reply reply) {
  if (wait) {
    // At the desk before the run can see the events.
    submission.before_reading = [desk = desk_, reply](const eventlog::Receipt& receipt) {
      if (receipt.stored == 0) {
        reply(judged(receipt, {true, {}, {}}));
        return;
      }
      desk->wait(receipt.first, receipt.first + receipt.stored,
                 VerdictDesk::Clock::now() + kLongestWait,
                 [reply, receipt](const Verdicts& verdicts) { reply(judged(receipt, verdicts)); });
    };
  }
  log_->submit(std::move(submission),
               [wait, reply](const Result<eventlog::Receipt, eventlog::Refusal>& result) {
                 if (!result) {
                   reply(not_stored(result.error()));
                 } else if (!wait) {
                   reply(stored(*result));
                 }
               });
}

}  // namespace fairmon::watch
