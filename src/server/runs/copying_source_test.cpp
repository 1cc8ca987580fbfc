#include "server/runs/copying_source.hpp"

#include <gtest/gtest.h>

#include <iterator>

#include "server/http/security.hpp"

namespace fairmon::server {
namespace {

namespace fs = std::filesystem;

/// Two events, the second without a text; time goes on for a while after them.
class TwoEvents final : public EventSource {
 public:
  Result<void> open(const SourceContext& context) override {
    context_ = context;
    return {};
  }
  Result<ReadStatus> read(EventBatch& batch) override {
    if (asked_++ > 0) {
      return ReadStatus::End;
    }
    std::size_t row = batch.add_row({1'000'000'007});
    batch.set(row, 0, 42);
    batch.set(row, 1, context_.symbols->intern("say \"hi\"\n"));
    row = batch.add_row({2'500'000'000});
    batch.set(row, 0, 43);
    return ReadStatus::More;
  }
  [[nodiscard]] std::optional<Timestamp> start_time() const override { return Timestamp{5}; }
  [[nodiscard]] std::optional<Timestamp> last_time() const override {
    return Timestamp{9'000'000'000};
  }
  [[nodiscard]] SourceProgress progress() const override { return {}; }

 private:
  SourceContext context_;
  int asked_ = 0;
};

TEST(CopyingSource, WritesWhatPassesAndWhereItEnds) {
  const fs::path file =
      fs::temp_directory_path() / ("copy-" + random_token().substr(0, 8) + ".jsonl");
  CopyingSource source(std::make_unique<TwoEvents>(), file);
  SourceContext context;
  context.schema.inputs = {{"number", Type::unsigned_integer(), true},
                           {"text", Type::string(), true}};
  context.symbols = std::make_shared<SymbolTable>();
  ASSERT_TRUE(source.open(context).ok());
  EXPECT_EQ(source.start_time()->ns, 5);
  EventBatch batch(2, 8);
  EXPECT_EQ(source.read(batch).value(), ReadStatus::More);
  EXPECT_EQ(batch.num_rows(), 2U);
  EXPECT_EQ(source.read(batch).value(), ReadStatus::End);
  std::ifstream in(file);
  const std::string written(std::istreambuf_iterator<char>(in), {});
  EXPECT_EQ(written,
            "{\"monitor_time\":\"1.000000007\",\"number\":\"42\",\"text\":\"say \\\"hi\\\"\\n\"}\n"
            "{\"monitor_time\":\"2.500000000\",\"number\":\"43\"}\n"
            "{\"monitor_time\":\"9.000000000\"}\n");
  fs::remove(file);
}

TEST(CopyingSource, SaysWhereItCannotWrite) {
  CopyingSource source(std::make_unique<TwoEvents>(), "/nowhere/at/all.jsonl");
  SourceContext context;
  context.symbols = std::make_shared<SymbolTable>();
  const auto opened = source.open(context);
  ASSERT_FALSE(opened.ok());
  EXPECT_NE(opened.error().message.find("/nowhere/at/all.jsonl"), std::string::npos);
}

}  // namespace
}  // namespace fairmon::server
