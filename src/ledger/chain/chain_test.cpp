#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "ledger/chain/chain_writer.hpp"
#include "ledger/chain/line.hpp"
#include "ledger/crypto/libcrypto.hpp"
#include "ledger/crypto/sha256.hpp"
#include "ledger/verify/verify.hpp"

namespace fairmon::ledger {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPem =
    "-----BEGIN PRIVATE KEY-----\n"
    "MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\n"
    "-----END PRIVATE KEY-----\n";

class ChainTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(load_crypto());
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::temp_directory_path() /
              ("fairmon_chain_" + std::to_string(::getpid()) + "_" + test->name());
    fs::create_directories(folder_);
    file_ = (folder_ / "run.ledger").string();
    std::ofstream(folder_ / "key.pem") << kPem;
  }
  void TearDown() override { fs::remove_all(folder_); }

  [[nodiscard]] ChainSettings settings(bool sign, std::uint64_t per_piece = 0) const {
    ChainSettings made;
    made.file = file_;
    made.lines_per_piece = per_piece;
    if (sign) {
      made.key = *SigningKey::read((folder_ / "key.pem").string());
      made.sign_every = 7;
    }
    return made;
  }

  static void open(ChainWriter& writer) {
    const std::string text = "trigger a";
    const std::string key =
        writer.public_key().empty() ? "" : "\"key\":\"" + writer.public_key() + "\",";
    ASSERT_TRUE(writer.create());
    ASSERT_TRUE(writer.append("open", "{" + key + "\"specification\":{\"sha256\":\"" +
                                          sha256_hex(text) + "\",\"text\":\"" + text + "\"}}"));
  }
  static void verdicts(ChainWriter& writer, int from, int to) {
    for (int i = from; i < to; ++i) {
      ASSERT_TRUE(writer.append("verdict", "{\"value\":" + std::to_string(i) + "}"));
    }
  }
  void write_whole(bool sign, std::uint64_t per_piece = 0) const {
    ChainWriter writer(settings(sign, per_piece));
    open(writer);
    verdicts(writer, 0, 30);
    ASSERT_TRUE(writer.close("{\"error\":null,\"interrupted\":false}"));
  }
  [[nodiscard]] Verification verify(const VerifyOptions& options = {}) const {
    auto found = verify_ledger(file_, options);
    EXPECT_TRUE(found);
    return found ? *found : Verification();
  }
  static std::string read(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  static void replace(const std::string& file, const std::string& bytes) {
    std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
  }

  fs::path folder_;
  std::string file_;
};

}  // namespace

TEST_F(ChainTest, AWholeOneIsUntouched) {
  write_whole(false);
  const Verification found = verify();
  EXPECT_FALSE(found.wrong);
  EXPECT_TRUE(found.closed);
  EXPECT_EQ(found.num_lines, 32U);
  EXPECT_EQ(found.num_verdicts, 30U);
  EXPECT_EQ(found.num_signatures, 0U);
}

TEST_F(ChainTest, NothingIsOverwritten) {
  write_whole(false);
  ChainWriter again(settings(false));
  const auto created = again.create();
  ASSERT_FALSE(created);
  EXPECT_NE(created.error().message.find("overwrites nothing"), std::string::npos);
}

/// Signed or not: a thousand random changes of one byte each, and every one is found.
TEST_F(ChainTest, EveryChangeOfAByteIsFound) {
  for (const bool sign : {false, true}) {
    fs::remove(file_);
    write_whole(sign);
    const std::string whole = read(file_);
    std::mt19937 random(sign ? 5 : 4);
    for (int round = 0; round < 1000; ++round) {
      std::string changed = whole;
      const std::size_t at = random() % whole.size();
      changed[at] = static_cast<char>(changed[at] ^ static_cast<char>(1 + random() % 255));
      replace(file_, changed);
      const Verification found = verify();
      ASSERT_TRUE(found.wrong) << "byte " << at << " of " << whole.size();
      // It is found in its line, or in the one behind it, whose digest no longer fits.
      const auto line = static_cast<std::uint64_t>(
          1 + std::count(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
      EXPECT_GE(found.wrong->number, line);
      EXPECT_LE(found.wrong->number, line + 1);
    }
  }
}

TEST_F(ChainTest, LinesTakenOutAddedOrSwappedAreFound) {
  write_whole(false);
  const std::string whole = read(file_);
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < whole.size();) {
    const std::size_t end = whole.find('\n', at) + 1;
    lines.push_back(whole.substr(at, end - at));
    at = end;
  }
  const auto joined = [](const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts) {
      text += part;
    }
    return text;
  };
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    std::vector<std::string> changed = lines;
    changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(i));
    replace(file_, joined(changed));
    EXPECT_TRUE(verify().wrong) << i;
    changed = lines;
    std::swap(changed[i], changed[i + 1]);
    replace(file_, joined(changed));
    EXPECT_TRUE(verify().wrong) << i;
    changed = lines;
    changed.insert(changed.begin() + static_cast<std::ptrdiff_t>(i), lines[i]);
    replace(file_, joined(changed));
    EXPECT_TRUE(verify().wrong) << i;
  }
  // Without its last line it is an open one, and is said to be.
  lines.pop_back();
  replace(file_, joined(lines));
  EXPECT_FALSE(verify().wrong);
  EXPECT_FALSE(verify().closed);
}

TEST_F(ChainTest, SignaturesOfAnotherKeyAreRefused) {
  write_whole(true);
  VerifyOptions options;
  EXPECT_GE(verify(options).num_signatures, 4U);
  options.public_key = verify().keys.front();
  EXPECT_FALSE(verify(options).wrong);
  options.public_key.back() = options.public_key.back() == '0' ? '1' : '0';
  EXPECT_EQ(verify(options).wrong->number, 1U);
}

TEST_F(ChainTest, APieceFollowsTheOther) {
  write_whole(true, 10);
  const Verification found = verify();
  ASSERT_FALSE(found.wrong) << found.wrong->file << found.wrong->number << found.wrong->reason;
  EXPECT_GE(found.files.size(), 4U);
  EXPECT_EQ(found.num_verdicts, 30U);
  EXPECT_TRUE(found.closed);
  // Pieces that were put away are missed, but the rest is still proved.
  const auto rest = verify_ledger(file_ + ".2", {});
  EXPECT_FALSE(rest->wrong);
  EXPECT_GT(rest->first_seq, 0U);
  fs::rename(file_ + ".3", file_ + ".away");
  EXPECT_EQ(verify().wrong->file, file_ + ".3");
}

TEST_F(ChainTest, HeadsKeptElsewhereShowANewWriting) {
  write_whole(false);
  VerifyOptions options;
  options.heads = {{5, ""}};
  EXPECT_EQ(verify(options).wrong->number, 6U);
  options.heads = {verify().head};
  EXPECT_FALSE(verify(options).wrong);
  options.heads = {{1000, verify().head.sha256}};
  EXPECT_TRUE(verify(options).wrong);
}

/// Cut at every byte behind the checkpoint, it goes on with the chain.
TEST_F(ChainTest, GoesOnAfterACutAnywhere) {
  for (const std::uint64_t per_piece : {std::uint64_t{0}, std::uint64_t{10}}) {
    for (std::size_t lost = 0; lost < 700; lost += 13) {
      fs::remove_all(folder_);
      SetUp();
      std::string position;
      {
        ChainWriter writer(settings(true, per_piece));
        open(writer);
        verdicts(writer, 0, 8);
        ASSERT_TRUE(writer.append("checkpoint", "{}"));
        ASSERT_TRUE(writer.sync());
        position = writer.position();
        verdicts(writer, 8, 13);
        ASSERT_TRUE(writer.flush());
      }
      std::string last = file_;
      for (std::uint64_t piece = 2; fs::exists(piece_name(file_, piece)); ++piece) {
        last = piece_name(file_, piece);
      }
      const std::string bytes = read(last);
      replace(last, bytes.substr(0, bytes.size() - std::min(lost, bytes.size())));
      ChainWriter writer(settings(true, per_piece));
      const auto resumed = writer.resume(position);
      if (!resumed) {
        // Only what stood there at the checkpoint must not be gone.
        EXPECT_NE(resumed.error().message.find("is not the ledger the checkpoint was taken with"),
                  std::string::npos);
        continue;
      }
      ASSERT_TRUE(writer.append("resume", "{\"from\":" + std::to_string(resumed->from) +
                                              ",\"key\":\"" + writer.public_key() + "\"}"));
      verdicts(writer, 8, 20);
      ASSERT_TRUE(writer.close("{}"));
      const Verification found = verify();
      ASSERT_FALSE(found.wrong) << lost << " " << found.wrong->file << ":" << found.wrong->number
                                << " " << found.wrong->reason;
      EXPECT_TRUE(found.closed);
      EXPECT_EQ(found.num_resumed, 1U);
    }
  }
}

TEST_F(ChainTest, AChangedLedgerIsNotResumed) {
  std::string position;
  {
    ChainWriter writer(settings(false));
    open(writer);
    verdicts(writer, 0, 3);
    ASSERT_TRUE(writer.sync());
    position = writer.position();
  }
  std::string bytes = read(file_);
  bytes[bytes.size() - 5] = '9';
  replace(file_, bytes);
  ChainWriter writer(settings(false));
  EXPECT_FALSE(writer.resume(position));
  EXPECT_FALSE(writer.resume("nonsense"));
}

}  // namespace fairmon::ledger
