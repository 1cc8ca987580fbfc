#include "plugins/inputs/dsa_dump/dump_source.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <numeric>

#include "dsa/simulator/render.hpp"
#include "dsa/simulator/write_dump.hpp"

namespace fairmon::plugins::inputs {
namespace {

using dsa::simulator::DumpOptions;
using dsa::simulator::Generator;
using dsa::simulator::GeneratorSettings;

class DsaDump : public testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        std::filesystem::temp_directory_path() / ("fairmon-dump-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
    settings_.per_day = 700;
    settings_.num_days = 2;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string write(std::uint32_t day, bool light) {
    DumpOptions options;
    options.light = light;
    options.rows_per_part = 100;
    options.parts_per_inner = 3;
    auto file = dsa::simulator::write_dump(Generator(settings_), day, folder_.string(), options);
    EXPECT_TRUE(file);
    return *file;
  }

  SourceContext context() {
    SourceContext result;
    result.symbols = std::make_shared<SymbolTable>();
    result.schema.inputs = {
        {"id", Type::integer(), true},          {"uuid", Type::string(), true},
        {"created_at", Type::string(), true},   {"automated_detection", Type::boolean(), true},
        {"content_type", Type::string(), true}, {"content_language", Type::string(), true}};
    return result;
  }

  /// Positions of all statements, by time.
  static std::vector<std::uint64_t> in_order_of_time(const Generator& generator) {
    std::vector<std::uint64_t> order(generator.size());
    std::iota(order.begin(), order.end(), std::uint64_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::uint64_t a, std::uint64_t b) {
      return generator.at(a).created_at < generator.at(b).created_at;
    });
    return order;
  }

  /// Numbers of all statements as the source gives them from where it stands.
  static Result<std::vector<std::uint64_t>> numbers(EventSource& source, std::size_t rows = 64) {
    std::vector<std::uint64_t> all;
    EventBatch batch(6, rows);
    while (true) {
      batch.clear();
      auto read = source.read(batch);
      if (!read) {
        return std::move(read).error();
      }
      const auto& cells = batch.column(0).cells;
      all.insert(all.end(), cells.begin(),
                 cells.begin() + static_cast<std::ptrdiff_t>(batch.num_rows()));
      if (*read == ReadStatus::End) {
        return all;
      }
    }
  }

  std::filesystem::path folder_;
  GeneratorSettings settings_;
};

TEST_F(DsaDump, GivesTheStatementsInTheFormOfTheApi) {
  DumpSettings dump;
  dump.files = {write(0, true), write(1, true)};
  DsaDumpSource source(dump);
  const SourceContext with = context();
  ASSERT_TRUE(source.open(with));
  const Generator generator(settings_);
  const auto order = in_order_of_time(generator);
  EventBatch batch(6, 64);
  std::uint64_t at = 0;
  ReadStatus status = ReadStatus::More;
  while (status != ReadStatus::End) {
    batch.clear();
    auto read = source.read(batch);
    ASSERT_TRUE(read) << read.error().message;
    status = *read;
    for (std::size_t r = 0; r < batch.num_rows(); ++r, ++at) {
      const auto statement = generator.at(order[at]);
      const auto text = [&](std::size_t input) {
        return with.symbols->text(static_cast<std::uint32_t>(batch.column(input).cells[r]));
      };
      EXPECT_EQ(batch.column(0).cells[r], order[at] + 1);
      EXPECT_EQ(text(1), field_of(statement, "uuid").text);
      std::string hit;
      dsa::simulator::append_hit(hit, statement, {"created_at"});
      EXPECT_NE(hit.find(text(2)), std::string::npos) << text(2);
      EXPECT_EQ(batch.column(3).cells[r], statement.detection ? 1U : 0U);
      EXPECT_EQ(text(4), statement.content_type);
      EXPECT_EQ(batch.column(5).has(r), !statement.language.empty());
    }
  }
  EXPECT_EQ(at, generator.size());
}

TEST_F(DsaDump, RefusesAWrongChecksum) {
  DumpSettings dump;
  dump.files = {write(0, true)};
  std::ofstream(dump.files[0] + ".sha1") << std::string(40, '0') << "  x.zip";
  DsaDumpSource source(dump);
  ASSERT_TRUE(source.open(context()));
  EventBatch batch(6, 64);
  const auto read = source.read(batch);
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().message.find("checksum"), std::string::npos);
}

TEST_F(DsaDump, SaysThatLightDumpsLackAColumn) {
  DumpSettings dump;
  dump.files = {write(0, true)};
  DsaDumpSource source(dump);
  SourceContext with = context();
  with.schema.inputs.push_back({"decision_facts", Type::string(), true});
  ASSERT_TRUE(source.open(with));
  EventBatch batch(7, 64);
  const auto read = source.read(batch);
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().message.find("light dumps leave it out"), std::string::npos);
}

TEST_F(DsaDump, LeavesOutDuplicatesOnRequest) {
  DumpSettings dump;
  const std::string file = write(0, true);
  dump.files = {file, file};
  dump.remove_duplicates = true;
  DsaDumpSource source(dump);
  ASSERT_TRUE(source.open(context()));
  EventBatch batch(6, 10'000);
  auto read = source.read(batch);
  ASSERT_TRUE(read);
  EXPECT_EQ(batch.num_rows(), 700U);
}

TEST_F(DsaDump, GoesOnBehindACheckpoint) {
  DumpSettings dump;
  dump.files = {write(0, false)};
  DsaDumpSource first(dump);
  ASSERT_TRUE(first.open(context()));
  EventBatch batch(6, 250);
  ASSERT_TRUE(first.read(batch));
  std::vector<std::uint64_t> all(batch.column(0).cells.begin(), batch.column(0).cells.end());
  DsaDumpSource second(dump);
  ASSERT_TRUE(second.open(context()));
  ASSERT_TRUE(second.seek(first.position()));
  const auto rest = numbers(second);
  ASSERT_TRUE(rest) << rest.error().message;
  all.insert(all.end(), rest->begin(), rest->end());
  DsaDumpSource whole(dump);
  ASSERT_TRUE(whole.open(context()));
  EXPECT_EQ(all, *numbers(whole));
}

TEST_F(DsaDump, LateStatementsObeyThePolicy) {
  settings_.num_days = 1;
  settings_.disorder = 10'000;
  DumpSettings dump;
  dump.files = {write(0, true)};
  DsaDumpSource stopped(dump);
  ASSERT_TRUE(stopped.open(context()));
  const auto error = numbers(stopped);
  ASSERT_FALSE(error);
  EXPECT_NE(error.error().message.find("this statement is late"), std::string::npos)
      << error.error().message;

  std::size_t num_reported = 0;
  SourceContext skipping = context();
  skipping.on_late = LatePolicy::Skip;
  skipping.report = [&](const RecordError&) { ++num_reported; };
  DsaDumpSource skips(dump);
  ASSERT_TRUE(skips.open(skipping));
  const auto some = numbers(skips);
  ASSERT_TRUE(some);
  EXPECT_GT(num_reported, 50U);
  EXPECT_EQ(skips.progress().late_records, num_reported);
  EXPECT_EQ(some->size() + num_reported, 700U);

  SourceContext accepting = context();
  accepting.on_late = LatePolicy::AcceptNow;
  DsaDumpSource accepts(dump);
  ASSERT_TRUE(accepts.open(accepting));
  EXPECT_EQ(numbers(accepts)->size(), 700U);
  EXPECT_EQ(accepts.progress().late_records, num_reported);

  dump.max_disorder = Duration::seconds(10'000);
  DsaDumpSource patient(dump);
  ASSERT_TRUE(patient.open(context()));
  auto order = in_order_of_time(Generator(settings_));
  std::transform(order.begin(), order.end(), order.begin(), [](auto at) { return at + 1; });
  EXPECT_EQ(*numbers(patient), order);
}

TEST_F(DsaDump, GoesOnWithAnyDisorderAndPolicy) {
  settings_.num_days = 1;
  settings_.disorder = 5'000;
  DumpSettings dump;
  dump.files = {write(0, true)};
  for (const LatePolicy policy : {LatePolicy::Skip, LatePolicy::AcceptNow}) {
    SourceContext with = context();
    with.on_late = policy;
    DsaDumpSource whole(dump);
    ASSERT_TRUE(whole.open(with));
    const auto wanted = numbers(whole);
    ASSERT_TRUE(wanted);
    DsaDumpSource first(dump);
    ASSERT_TRUE(first.open(with));
    EventBatch batch(6, 97);
    ASSERT_TRUE(first.read(batch));
    std::vector<std::uint64_t> all(batch.column(0).cells.begin(), batch.column(0).cells.end());
    DsaDumpSource second(dump);
    ASSERT_TRUE(second.open(with));
    ASSERT_TRUE(second.seek(first.position()));
    const auto rest = numbers(second);
    ASSERT_TRUE(rest);
    all.insert(all.end(), rest->begin(), rest->end());
    EXPECT_EQ(all, *wanted);
    EXPECT_EQ(second.progress().late_records, whole.progress().late_records);
  }
}

}  // namespace
}  // namespace fairmon::plugins::inputs
