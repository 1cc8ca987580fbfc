#include "watch/push/answers.hpp"

#include <nlohmann/json.hpp>

namespace fairmon::watch {

namespace {

using nlohmann::json;
using server::Response;

json facts_of(const eventlog::Receipt& receipt) {
  json facts = {{"accepted", receipt.stored}, {"duplicates", receipt.duplicates}};
  if (receipt.stored > 0) {
    facts["first"] = receipt.first;
  }
  return facts;
}

std::string line_of(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

Response wrong(unsigned status, const char* code, const std::string& message, json more) {
  more["code"] = code;
  more["message"] = message;
  return server::json_response(line_of(more), status);
}

}  // namespace

Response stored(const eventlog::Receipt& receipt) {
  return server::json_response(line_of(facts_of(receipt)), 200);
}

Response judged(const eventlog::Receipt& receipt, const Verdicts& verdicts) {
  json facts = facts_of(receipt);
  facts["judged"] = verdicts.complete;
  facts["verdicts"] = json::array();
  for (const std::string& line : verdicts.lines) {
    facts["verdicts"].push_back(json::parse(line, nullptr, false));
  }
  if (!verdicts.skipped.empty()) {
    facts["skipped"] = verdicts.skipped;
  }
  // Taken in any case; not judged within the time is no failure.
  return server::json_response(line_of(facts), verdicts.complete ? 200 : 202);
}

Response not_stored(const eventlog::Refusal& refusal) {
  switch (refusal.reason) {
    case eventlog::Refusal::Reason::Gap:
      return wrong(409, "gap", refusal.message, {{"expected", refusal.expected}});
    case eventlog::Refusal::Reason::Clients:
      return wrong(403, "clients", refusal.message, json::object());
    case eventlog::Refusal::Reason::Busy: {
      Response response = wrong(429, "later", refusal.message, json::object());
      response.headers.emplace_back("Retry-After", "1");
      return response;
    }
    case eventlog::Refusal::Reason::Storage:
      break;
  }
  Response response = wrong(503, "storage",
                            "the events were not taken: " + refusal.message +
                                "; send them again with the same ids or numbers",
                            json::object());
  response.headers.emplace_back("Retry-After", "5");
  return response;
}

Response bad_event(std::size_t number, std::size_t of, const std::string& what) {
  if (number == 0) {
    return wrong(400, "bad-body", what, json::object());
  }
  return wrong(400, "bad-event",
               "event " + std::to_string(number) +
                   (of > 1 ? " of " + std::to_string(of) + ": " : ": ") + what +
                   (of > 1 ? "; none of them was taken" : ""),
               {{"event", number}});
}

}  // namespace fairmon::watch
