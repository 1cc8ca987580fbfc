#include "plugins/outputs/webhook/message.hpp"

#include <gtest/gtest.h>

namespace fairmon::plugins::webhook {
namespace {

Notice sample(NoticeKind kind) {
  Notice notice;
  notice.kind = kind;
  notice.alarm = "0123";
  notice.source = "hiring";
  notice.labels = {{"trigger", "trigger_0"}, {"group name", "women"}};
  notice.start_ns = 1'700'000'000'000'000'000;
  notice.noted_ns = *notice.start_ns + 5'000'000'000;
  Violation violation;
  violation.trigger = "trigger_0";
  violation.message = "rates <differ> & more";
  violation.labels = {{"group name", "women"}};
  violation.instance = "women";
  violation.value = 0.25;
  violation.evidence = {{"rate", "women", 0.25, 0, 40, 0.1, 0.4}};
  notice.violations.push_back(violation);
  return notice;
}

MessageContext now() { return {1'700'000'100'000'000'000, 60'000'000'000, "key"}; }

TEST(Presets, AlertmanagerKnowsBeginAndEnd) {
  const Json begin = preset_message("alertmanager", sample(NoticeKind::Begin), now());
  ASSERT_EQ(begin.size(), 1U);
  EXPECT_EQ(begin[0]["labels"]["group_name"], "women");
  EXPECT_EQ(begin[0]["startsAt"], "2023-11-14T22:13:20Z");
  EXPECT_EQ(begin[0]["endsAt"], "2023-11-14T22:19:00Z");  // four repeats from now
  Notice over = sample(NoticeKind::End);
  over.ended_ns = 10'000'000'000;
  const Json end = preset_message("alertmanager", over, now());
  EXPECT_EQ(end[0]["labels"], begin[0]["labels"]);
  EXPECT_EQ(end[0]["endsAt"], "2023-11-14T22:13:30Z");
}

TEST(Presets, PagerdutyEndsByTheSameKey) {
  const Json begin = preset_message("pagerduty", sample(NoticeKind::Still), now());
  EXPECT_EQ(begin["event_action"], "trigger");
  EXPECT_EQ(begin["dedup_key"], "0123");
  EXPECT_EQ(begin["payload"]["custom_details"]["n"], 40);
  const Json end = preset_message("pagerduty", sample(NoticeKind::End), now());
  EXPECT_EQ(end["event_action"], "resolve");
  EXPECT_EQ(end["dedup_key"], "0123");
}

TEST(Presets, NobodyElsesMarksInChats) {
  const std::string text =
      preset_message("slack", sample(NoticeKind::Begin), now())["text"].get<std::string>();
  EXPECT_NE(text.find("rates &lt;differ&gt; &amp; more"), std::string::npos);
  const Json teams = preset_message("teams", sample(NoticeKind::Begin), now());
  EXPECT_EQ(teams["attachments"][0]["content"]["type"], "AdaptiveCard");
}

TEST(Templates, ValuesStayValues) {
  const auto form =
      Template::parse(R"({"n": "${n}", "text": "${kind}: ${message}, n ${n}", "all": ["${labels}"],
                          "who": "${labels.group name}", "none": "${labels.x}", "open": "${"})",
                      "t.json");
  ASSERT_TRUE(form) << form.error().message;
  const Json body = form->fill(sample(NoticeKind::Begin));
  EXPECT_EQ(body["n"], 40);
  EXPECT_EQ(body["text"], "begin: rates <differ> & more, n 40");
  EXPECT_EQ(body["who"], "women");
  EXPECT_TRUE(body["none"].is_null());
  EXPECT_EQ(body["all"][0]["trigger"], "trigger_0");
  EXPECT_EQ(body["open"], "${");
}

TEST(Templates, MistakesAreFoundBeforeAnythingIsSent) {
  const auto wrong = Template::parse(R"({"text": "${mesage}"})", "t.json");
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error().message.find("did you mean ${message}?"), std::string::npos);
  EXPECT_FALSE(Template::parse("{\"text\": ${message}}", "t.json"));
}

TEST(Notices, BytesComeBack) {
  const Notice notice = sample(NoticeKind::Still);
  const std::string bytes = pack_notice(notice);
  const auto back = unpack_notice(bytes);
  ASSERT_TRUE(back);
  EXPECT_EQ(facts_of(*back), facts_of(notice));
  EXPECT_FALSE(unpack_notice(std::string_view(bytes).substr(1)));
}

}  // namespace
}  // namespace fairmon::plugins::webhook
