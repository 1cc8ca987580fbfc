#include "plugins/inputs/dsa/api_source.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "dsa/client/instant.hpp"
#include "dsa/simulator/server.hpp"
#include "dsa/simulator/time_order.hpp"

namespace fairmon::plugins::inputs {
namespace {

using dsa::simulator::ApiSettings;
using dsa::simulator::Generator;
using dsa::simulator::Server;

constexpr std::int64_t kDay = dsa::kSecondsPerDay * dsa::kNanosPerSecond;

dsa::PagerSettings settings_for(const Server& server) {
  dsa::PagerSettings settings;
  settings.http.base_url = server.base_url();
  settings.http.token = "1|simulated";
  settings.query.from = {20'418 * kDay};
  settings.query.to = {20'419 * kDay};
  settings.page_size = 300;
  return settings;
}

SourceContext context() {
  SourceContext result;
  result.symbols = std::make_shared<SymbolTable>();
  result.schema.inputs = {{"id", Type::integer(), true},
                          {"content_language", Type::string(), true},
                          {"automated_detection", Type::boolean(), true},
                          {"created_at", Type::string(), false}};
  return result;
}

struct Rows {
  std::vector<std::int64_t> ids;
  std::vector<std::int64_t> times;
  std::uint64_t with_language = 0;
};

Result<Rows> read_all(EventSource& source, std::size_t stop_after = 1'000'000) {
  Rows rows;
  EventBatch batch(4, 128);
  while (true) {
    batch.clear();
    auto status = source.read(batch);
    if (!status) {
      return std::move(status).error();
    }
    for (std::size_t r = 0; r < batch.num_rows(); ++r) {
      rows.ids.push_back(cell_int(batch.column(0).cells[r]));
      rows.times.push_back(batch.times()[r].ns);
      rows.with_language += batch.column(1).has(r) ? 1 : 0;
    }
    if (*status == ReadStatus::End || rows.ids.size() >= stop_after) {
      return rows;
    }
  }
}

TEST(DsaApiSource, DeliversEveryStatementInOrderOfTime) {
  ApiSettings simulated;
  simulated.data.per_day = 1'000;
  simulated.data.disorder = 5'000;
  simulated.generation = dsa::simulator::Generation::G1;
  auto server = Server::start(simulated, 0);
  ASSERT_TRUE(server);
  DsaApiSource source(settings_for(**server));
  ASSERT_TRUE(source.open(context()));
  const auto rows = read_all(source);
  ASSERT_TRUE(rows) << rows.error().message;
  const Generator generator(simulated.data);
  ASSERT_EQ(rows->ids.size(), generator.size());
  std::uint64_t with_language = 0;
  std::vector<dsa::Cursor> wanted;
  for (std::uint64_t i = 0; i < generator.size(); ++i) {
    wanted.push_back(dsa::simulator::cursor_of(generator.at(i)));
    with_language += generator.at(i).language.empty() ? 0 : 1;
  }
  std::sort(wanted.begin(), wanted.end());
  for (std::uint64_t i = 0; i < generator.size(); ++i) {
    EXPECT_EQ(rows->ids[i], wanted[i].id);
    EXPECT_EQ(rows->times[i] / 1'000'000, wanted[i].created_ms % (kDay / 1'000'000));
  }
  EXPECT_EQ(rows->with_language, with_language);
  EXPECT_TRUE(std::is_sorted(rows->times.begin(), rows->times.end()));
  EXPECT_EQ(source.last_time()->ns, kDay);
}

TEST(DsaApiSource, GoesOnBehindACheckpoint) {
  ApiSettings simulated;
  simulated.data.per_day = 1'000;
  simulated.generation = dsa::simulator::Generation::G1;
  auto server = Server::start(simulated, 0);
  ASSERT_TRUE(server);
  DsaApiSource first(settings_for(**server));
  ASSERT_TRUE(first.open(context()));
  auto head = read_all(first, 400);
  ASSERT_TRUE(head);
  DsaApiSource second(settings_for(**server));
  ASSERT_TRUE(second.open(context()));
  ASSERT_TRUE(second.seek(first.position()));
  const auto tail = read_all(second);
  ASSERT_TRUE(tail) << tail.error().message;
  head->ids.insert(head->ids.end(), tail->ids.begin(), tail->ids.end());
  EXPECT_EQ(head->ids.size(), 1'000U);
  std::sort(head->ids.begin(), head->ids.end());
  EXPECT_EQ(std::adjacent_find(head->ids.begin(), head->ids.end()), head->ids.end());
}

TEST(DsaApiSource, LeavesOutWhatTheFilterExcludes) {
  ApiSettings simulated;
  simulated.data.per_day = 5'000;
  auto server = Server::start(simulated, 0);
  ASSERT_TRUE(server);
  SourceContext with_filter = context();
  with_filter.filter.kind = FilterKind::Test;
  with_filter.filter.input = "content_language";
  with_filter.filter.constant = std::string("IT");
  DsaApiSource source(settings_for(**server));
  ASSERT_TRUE(source.open(with_filter));
  const auto rows = read_all(source);
  ASSERT_TRUE(rows);
  const Generator generator(simulated.data);
  std::size_t italian = 0;
  for (std::uint64_t i = 0; i < generator.size(); ++i) {
    italian += generator.at(i).language == "IT" ? 1 : 0;
  }
  EXPECT_EQ(rows->ids.size(), italian);
}

}  // namespace
}  // namespace fairmon::plugins::inputs
