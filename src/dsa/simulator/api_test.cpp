#include "dsa/simulator/api.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "dsa/schema.hpp"

namespace fairmon::dsa::simulator {
namespace {

using Json = nlohmann::json;

ApiSettings small(Generation generation = Generation::G2) {
  ApiSettings settings;
  settings.generation = generation;
  settings.data.per_day = 1'000;
  settings.data.num_days = 2;
  settings.quota_limit = 100;
  return settings;
}

Response ask(Api& api, const std::string& path, const std::string& method = "GET") {
  Request request;
  request.method = method;
  request.path = path;
  request.authorization = "Bearer 1|simulated";
  return api.answer(request);
}

Json asked(Api& api, const std::string& path) {
  const Response response = ask(api, path);
  EXPECT_EQ(response.status, 200) << response.body;
  return Json::parse(response.body);
}

TEST(SimulatedApi, LabelsOfAllCodes) {
  Api api(small());
  const Json labels = asked(api, "/api/v1/research/labels");
  EXPECT_EQ(labels.size(), 10U);
  EXPECT_EQ(labels["automated_detections"], Json({"Yes", "No"}));
  EXPECT_EQ(labels["categories"].size(), codes("category").size());
  EXPECT_TRUE(labels["automated_decisions"].contains("AUTOMATED_DECISION_FULLY"));
  EXPECT_FALSE(labels["source_types"]["SOURCE_VOLUNTARY"].get<std::string>().empty());
}

TEST(SimulatedApi, PlatformsInTheFormOfTheGeneration) {
  Api old(small(Generation::G1));
  EXPECT_EQ(asked(old, "/api/v1/research/platforms")[0],
            Json({{"id", 30}, {"name", "Instagram"}, {"vlop", 1}}));
  Api recent(small(Generation::G2));
  EXPECT_EQ(asked(recent, "/api/v1/research/platforms")[0]["vlop"], true);
}

TEST(SimulatedApi, AggregatesCountTheStatementsOfADay) {
  Api api(small());
  const std::string path =
      "/api/v1/research/aggregates/2025-11-27/automated_detection__platform_id";
  const Json answer = asked(api, path);
  EXPECT_EQ(answer["total"], 1'000);
  EXPECT_EQ(answer["total_aggregates"], answer["aggregates"].size());
  EXPECT_EQ(answer["key"], "esa__2025-11-27__automated_detection__platform_id");
  const Generator generator(small().data);
  for (const Json& group : answer["aggregates"]) {
    std::uint64_t wanted = 0;
    for (std::uint64_t i = 1'000; i < 2'000; ++i) {
      const Statement statement = generator.at(i);
      wanted += platforms()[statement.platform].id == group["platform_id"] &&
                        (statement.detection ? 1 : 0) == group["automated_detection"]
                    ? 1
                    : 0;
    }
    EXPECT_EQ(group["total"], wanted) << group;
    EXPECT_FALSE(group["platform_name"].get<std::string>().empty());
  }
}

TEST(SimulatedApi, AggregatesDropUnknownNamesSilently) {
  Api api(small());
  const std::string day = "/api/v1/research/aggregates/2025-11-26";
  const Json plain = asked(api, day);
  EXPECT_EQ(plain["aggregates"].size(), 1U);
  EXPECT_EQ(plain["total"], 1'000);
  EXPECT_EQ(asked(api, day + "/nonsense")["aggregates"], plain["aggregates"]);
  EXPECT_EQ(asked(api, day + "/category__nonsense")["attributes"], Json({"category"}));
  EXPECT_EQ(asked(api, day + "/nonsense__category")["attributes"], Json({{"1", "category"}}));
}

TEST(SimulatedApi, AggregatesEndAtTheLargestNumberOfGroups) {
  ApiSettings settings = small();
  settings.data.per_day = 20'000;
  Api api(settings);
  const Json answer = asked(api, "/api/v1/research/aggregates/2025-11-26/all");
  EXPECT_EQ(answer["aggregates"].size(), 5'000U);
  EXPECT_LT(answer["total"], 20'000) << "what is beyond the groups is missing in the total";
}

TEST(SimulatedApi, AggregatesWantADay) {
  Api api(small());
  const Response response = ask(api, "/api/v1/research/aggregates/someday");
  EXPECT_EQ(response.status, 422);
  EXPECT_NE(response.body.find("invalid aggregates date attempt"), std::string::npos);
  const Json nothing = asked(api, "/api/v1/research/aggregates/2020-01-01/category");
  EXPECT_EQ(nothing["total"], 0);
  EXPECT_TRUE(nothing["aggregates"].empty());
}

TEST(SimulatedApi, AllResearchRequestsShareOneQuota) {
  ApiSettings settings = small();
  settings.quota_limit = 3;
  std::chrono::steady_clock::time_point now{};
  settings.now = [&] { return now; };
  Api api(settings);
  for (const char* path : {"labels", "platforms", "aggregates/2025-11-26"}) {
    EXPECT_EQ(ask(api, std::string("/api/v1/research/") + path).status, 200);
  }
  now += std::chrono::seconds(59);
  EXPECT_EQ(ask(api, "/api/v1/research/labels").status, 429);
  EXPECT_EQ(ask(api, "/api/ping").status, 200) << "is not counted";
  now += std::chrono::seconds(1);
  EXPECT_EQ(ask(api, "/api/v1/research/labels").status, 200);
  EXPECT_EQ(api.accepted_requests(), 4U) << "refused ones do not count";
}

TEST(SimulatedApi, UnknownRoutesAndMethods) {
  Api api(small());
  EXPECT_EQ(ask(api, "/api/v1/research/nonsense").status, 404);
  EXPECT_EQ(ask(api, "/api/v1/research/search").status, 405);
  EXPECT_EQ(ask(api, "/api/v1/research/query", "POST").status, 500);
  Request request;
  request.path = "/api/v1/research/labels";
  EXPECT_EQ(api.answer(request).status, 401);
}

}  // namespace
}  // namespace fairmon::dsa::simulator
