#include "cli/secrets.hpp"

#include <fairmon/plugin.hpp>
#include <gtest/gtest.h>

#include "support/check.hpp"

namespace fairmon::cli {
namespace {

using Words = std::vector<std::string>;

TEST(Secrets, AreMaskedWhereverTheyStand) {
  EXPECT_EQ(without_secrets({"monitor", "--token", "17|abc", "x.lola"}),
            (Words{"monitor", "--token", "******", "x.lola"}));
  EXPECT_EQ(without_secrets({"--token=17|abc"}), (Words{"--token=******"}));
  EXPECT_EQ(without_secrets({"--dsa-token", "s"}), (Words{"--dsa-token", "*"}));
  EXPECT_EQ(without_secrets({"dsa", "simulate", "--token-accepted", "17|abc"}),
            (Words{"dsa", "simulate", "--token-accepted", "******"}));
  EXPECT_EQ(without_secrets({"--token-accepted=ab"}), (Words{"--token-accepted=**"}));
}

TEST(Secrets, LeavesOtherWordsAlone) {
  const Words words = {"monitor", "--token-file", "my token", "--from", "2025-11-26", "a=b"};
  EXPECT_EQ(without_secrets(words), words);
}

/// A source with a mistake of our own, to see what the report says.
class BrokenSource : public EventSource {
 public:
  Result<void> open(const SourceContext&) override { throw InternalError("a promise was broken"); }
  Result<ReadStatus> read(EventBatch&) override { return ReadStatus::End; }
  [[nodiscard]] std::optional<Timestamp> start_time() const override { return std::nullopt; }
  [[nodiscard]] SourceProgress progress() const override { return {}; }
};

std::span<const OptionInfo> token_option() {
  static const std::vector<OptionInfo> table = [] {
    OptionInfo token;
    token.name = "token";
    token.kind = OptionKind::Secret;
    token.summary = "a token";
    token.placeholder = "TOKEN";
    return std::vector<OptionInfo>{token};
  }();
  return table;
}

Result<std::unique_ptr<EventSource>> make_broken(const OptionValues&,
                                                 const std::vector<std::string>&) {
  return std::unique_ptr<EventSource>(std::make_unique<BrokenSource>());
}

TEST(Secrets, TheReportOfAMistakeOfOursHidesThem) {
  const InputPlugin broken = {"broken", "breaks", "", {}, token_option, make_broken};
  PluginRegistry plugins = PluginRegistry::built_in();
  plugins.add(broken);
  const std::string spec = testing::TempDir() + "fairmon_secrets.lola";
  FILE* file = std::fopen(spec.c_str(), "w");
  ASSERT_NE(file, nullptr);
  std::fputs("input a: Int64\noutput b := a\n", file);
  std::fclose(file);
  const char* words[] = {"fairmon", "monitor", spec.c_str(),     "--input",
                         "broken",  "--token", "17|secretOfMine"};
  testing::internal::CaptureStderr();
  const int code = run_command_line(7, words, plugins);
  const std::string text = testing::internal::GetCapturedStderr();
  EXPECT_EQ(code, 70);
  EXPECT_NE(text.find("a promise was broken"), std::string::npos) << text;
  EXPECT_NE(text.find("--token ***"), std::string::npos) << text;
  EXPECT_EQ(text.find("secretOfMine"), std::string::npos) << text;
}

}  // namespace
}  // namespace fairmon::cli
