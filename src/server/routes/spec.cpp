// What the editor asks the compiler. Positions are UTF-16 units, as editors count.
#include <fairmon/spec.hpp>
#include <fairmon/tooling.hpp>
#include <nlohmann/json.hpp>

#include <array>
#include <chrono>

#include "server/app_state.hpp"
#include "server/http/router.hpp"
#include "server/json/spec_json.hpp"

namespace fairmon::server::routes {

namespace {

using nlohmann::json;

/// A question about a text, usually about one place in it.
struct Question {
  explicit Question(json the_body)
      : body(std::move(the_body)),
        source(body.value("name", "specification"), body.at("text").get<std::string>()),
        map(source.text()),
        offset(map.to_byte(body.value("at", 0U))) {}
  json body;
  SourceFile source;
  Utf16Map map;
  std::uint32_t offset;
};

Response answer(const json& body) {
  return json_response(body.dump(-1, ' ', false, json::error_handler_t::replace));
}

json place(Span span, const Utf16Map& map) {
  return {{"from", map.to_utf16(span.begin)}, {"to", map.to_utf16(span.end)}};
}

/// The answer to a question that is not too long to be asked.
template <Response (*answer_to)(const Question&)>
Response with_question(const Request& request, AppState&) {
  json body = json::parse(request.body);
  if (auto refused = refuse_specification(body.at("text").get_ref<const std::string&>())) {
    return *refused;
  }
  return answer_to(Question(std::move(body)));
}

Response check(const Question& question) {
  const auto begin = std::chrono::steady_clock::now();
  const Compiled compiled = compile(question.source);
  const auto taken = std::chrono::steady_clock::now() - begin;
  json body = compiled_to_json(compiled, question.map);
  body["version"] = question.body.value("version", 0);
  body["milliseconds"] = std::chrono::duration<double, std::milli>(taken).count();
  return answer(body);
}

Response hover_at(const Question& question) {
  const auto found = hover(question.source, question.offset);
  if (!found) {
    return answer(json());
  }
  json body = place(found->span, question.map);
  body["markdown"] = found->markdown;
  return answer(body);
}

Response complete_at(const Question& question) {
  const Completions found = complete(question.source, question.offset);
  json items = json::array();
  for (const Completion& item : found.items) {
    items.push_back({{"label", item.label},
                     {"kind", item.kind},
                     {"detail", item.detail},
                     {"insert", item.insert},
                     {"documentation", item.documentation}});
  }
  json body = place(found.replace, question.map);
  body["items"] = std::move(items);
  return answer(body);
}

Response format(const Question& question) {
  const auto formatted = format_specification(question.source);
  if (!formatted) {
    return error_response(422, "syntax", "the text has syntax errors; mend them first");
  }
  return answer({{"text", *formatted}});
}

Response define(const Question& question) {
  const auto found = definition(question.source, question.offset);
  return answer(found && found->file == 0 ? place(*found, question.map) : json());
}

Response rename_at(const Question& question) {
  const auto edits =
      rename(question.source, question.offset, question.body.at("newName").get<std::string>());
  if (!edits) {
    return error_response(422, "rename", edits.error().message);
  }
  json list = json::array();
  for (const Edit& edit : edits.value()) {
    list.push_back(edit_to_json(edit, question.map));
  }
  return answer({{"edits", list}});
}

constexpr std::array kRoutes = {
    Route{"POST", "/api/v1/spec/check", Permission::Read, with_question<check>},
    Route{"POST", "/api/v1/spec/hover", Permission::Read, with_question<hover_at>},
    Route{"POST", "/api/v1/spec/complete", Permission::Read, with_question<complete_at>},
    Route{"POST", "/api/v1/spec/format", Permission::Read, with_question<format>},
    Route{"POST", "/api/v1/spec/definition", Permission::Read, with_question<define>},
    Route{"POST", "/api/v1/spec/rename", Permission::Read, with_question<rename_at>},
};

}  // namespace

extern const RouteGroup spec;
const RouteGroup spec = {kRoutes};

}  // namespace fairmon::server::routes
