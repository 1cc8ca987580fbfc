#include <array>

#include "dsa/simulator/api.hpp"

namespace fairmon::dsa::simulator {

namespace {

struct NamedFault {
  std::string_view name;
  Fault::Kind kind;
};

constexpr std::array kNames = {
    NamedFault{"quota", Fault::Kind::QuotaJson},
    NamedFault{"quota-html", Fault::Kind::QuotaHtmlWithoutRetryAfter},
    NamedFault{"no-alive-nodes", Fault::Kind::NoAliveNodes},
    NamedFault{"engine-busy", Fault::Kind::EngineBusy},
    NamedFault{"bad-query", Fault::Kind::BadQuery},
    NamedFault{"server-error", Fault::Kind::ServerError},
    NamedFault{"unavailable", Fault::Kind::Unavailable},
    NamedFault{"html-page", Fault::Kind::HtmlPage},
    NamedFault{"timed-out", Fault::Kind::TimedOut},
    NamedFault{"failed-shard", Fault::Kind::FailedShard},
    NamedFault{"envelope", Fault::Kind::Envelope},
    NamedFault{"truncated", Fault::Kind::Truncated},
    NamedFault{"reset", Fault::Kind::Reset},
    NamedFault{"stall", Fault::Kind::Stall},
    NamedFault{"unauthorised", Fault::Kind::Unauthorised},
    NamedFault{"repeated-ids", Fault::Kind::RepeatedIds},
    NamedFault{"empty-page", Fault::Kind::EmptyPage},
    NamedFault{"lost-hit", Fault::Kind::LostHit},
    NamedFault{"vague-total", Fault::Kind::VagueTotal},
    NamedFault{"cut-download", Fault::Kind::CutDownload},
    NamedFault{"spoilt-download", Fault::Kind::SpoiltDownload},
};

Response page(int status) {
  Response response;
  response.status = status;
  response.content_type = "text/html; charset=UTF-8";
  response.body =
      "<!DOCTYPE html><html><body><h1>" + std::to_string(status) + "</h1></body></html>";
  return response;
}

Response engine_error(const std::string& text) {
  Response response;
  response.status = 422;
  response.body = R"({"error":"invalid query attempt: )" + text + R"("})";
  return response;
}

/// Changes the hits of an answer to a search; others stay as they are.
void change_hits(Fault::Kind kind, std::string& body) {
  const auto first = body.find(R"({"_index")");
  if (first == std::string::npos) {
    return;
  }
  const auto end = body.find("]}", first) + 2;
  if (kind == Fault::Kind::EmptyPage) {
    body.erase(first, body.rfind("]}}") - first);
  } else if (kind == Fault::Kind::LostHit) {
    body.erase(first, end - first + (body[end] == ',' ? 1 : 0));
  } else {
    body.insert(first, body.substr(first, end - first) + ',');
  }
}

}  // namespace

std::optional<Fault::Kind> fault_from_name(std::string_view name) {
  for (const NamedFault& fault : kNames) {
    if (fault.name == name) {
      return fault.kind;
    }
  }
  return std::nullopt;
}

std::vector<std::string> fault_names() {
  std::vector<std::string> names;
  for (const NamedFault& fault : kNames) {
    names.emplace_back(fault.name);
  }
  return names;
}

Response Api::faulty(Fault::Kind kind, const Request& request) {
  switch (kind) {
    case Fault::Kind::QuotaJson: {
      Response response;
      response.status = 429;
      response.body = R"({"message":"Too Many Attempts."})";
      response.headers.emplace_back("Retry-After", "1");
      return response;
    }
    case Fault::Kind::QuotaHtmlWithoutRetryAfter:
      return page(429);
    case Fault::Kind::NoAliveNodes:
      return engine_error("No alive nodes. All the 1 nodes seem to be down.");
    case Fault::Kind::EngineBusy:
      return engine_error(R"(503 Service Unavailable: {\"error\":{},\"status\":503})");
    case Fault::Kind::BadQuery:
      return engine_error(R"(400 Bad Request: {\"error\":{},\"status\":400})");
    case Fault::Kind::ServerError:
      return page(500);
    case Fault::Kind::Unavailable:
      return page(503);
    case Fault::Kind::HtmlPage:
      return page(200);
    case Fault::Kind::Unauthorised: {
      Response response;
      response.status = 401;
      response.body = R"({"message":"Unauthenticated."})";
      return response;
    }
    case Fault::Kind::TimedOut:
    case Fault::Kind::FailedShard:
    case Fault::Kind::Envelope:
    case Fault::Kind::Truncated:
    case Fault::Kind::Reset:
    case Fault::Kind::Stall:
    case Fault::Kind::RepeatedIds:
    case Fault::Kind::EmptyPage:
    case Fault::Kind::LostHit:
    case Fault::Kind::VagueTotal:
      break;
    case Fault::Kind::CutDownload:
    case Fault::Kind::SpoiltDownload:
      return research(request);
  }
  Response response = research(request);
  const auto replace = [&](std::string_view from, std::string_view to) {
    if (const auto at = response.body.find(from); at != std::string::npos) {
      response.body.replace(at, from.size(), to);
    }
  };
  if (kind == Fault::Kind::TimedOut) {
    replace(R"("timed_out":false)", R"("timed_out":true)");
  } else if (kind == Fault::Kind::FailedShard) {
    replace(R"("failed":0)", R"("failed":3)");
  } else if (kind == Fault::Kind::Envelope) {
    response.body = R"({"status":"success","data":)" + response.body + '}';
  } else if (kind == Fault::Kind::Truncated) {
    response.cut_in_middle = true;
  } else if (kind == Fault::Kind::Reset) {
    response.reset = true;
  } else if (kind == Fault::Kind::Stall) {
    response.delay += std::chrono::seconds(3);
  } else if (kind == Fault::Kind::VagueTotal) {
    replace(R"("relation":"eq")", R"("relation":"gte")");
  } else {
    change_hits(kind, response.body);
  }
  return response;
}

}  // namespace fairmon::dsa::simulator
