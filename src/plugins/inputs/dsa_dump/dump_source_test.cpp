#include "plugins/inputs/dsa_dump/dump_source.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

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
  EventBatch batch(6, 64);
  std::uint64_t at = 0;
  ReadStatus status = ReadStatus::More;
  while (status != ReadStatus::End) {
    batch.clear();
    auto read = source.read(batch);
    ASSERT_TRUE(read) << read.error().message;
    status = *read;
    for (std::size_t r = 0; r < batch.num_rows(); ++r, ++at) {
      const auto statement = generator.at(at);
      const auto text = [&](std::size_t input) {
        return with.symbols->text(static_cast<std::uint32_t>(batch.column(input).cells[r]));
      };
      EXPECT_EQ(batch.column(0).cells[r], at + 1);
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
  DsaDumpSource second(dump);
  ASSERT_TRUE(second.open(context()));
  ASSERT_TRUE(second.seek(first.position()));
  batch.clear();
  ASSERT_TRUE(second.read(batch));
  EXPECT_EQ(batch.column(0).cells[0], 251U);
}

}  // namespace
}  // namespace fairmon::plugins::inputs
