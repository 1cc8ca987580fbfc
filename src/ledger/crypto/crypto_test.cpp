#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "ledger/crypto/ed25519.hpp"
#include "ledger/crypto/libcrypto.hpp"
#include "ledger/crypto/sha256.hpp"

namespace fairmon::ledger {

namespace {

/// The first key of RFC 8032, 7.1.
constexpr std::string_view kPem =
    "-----BEGIN PRIVATE KEY-----\n"
    "MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\n"
    "-----END PRIVATE KEY-----\n";
constexpr std::string_view kPublic =
    "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
constexpr std::string_view kSignatureOfNothing =
    "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b4"
    "6bd25bf5f0595bbe24655141438e7a100b";

std::string file_with(std::string_view text) {
  const auto file = std::filesystem::temp_directory_path() /
                    ("fairmon_key_" + std::to_string(::getpid()) + ".pem");
  std::ofstream(file) << text;
  return file.string();
}

}  // namespace

TEST(Sha256, KnownDigests) {
  ASSERT_TRUE(load_crypto());
  EXPECT_EQ(sha256_hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Sha256, CanBeAskedInBetween) {
  Sha256 digest;
  digest.update("a");
  EXPECT_EQ(digest.hex(), sha256_hex("a"));
  digest.update("bc");
  EXPECT_EQ(digest.hex(), sha256_hex("abc"));
}

// RFC 4231, test cases 1, 2 and 6.
TEST(Hmac, KnownDigests) {
  ASSERT_TRUE(load_crypto());
  EXPECT_EQ(hmac_sha256_hex(std::string(20, '\x0b'), "Hi There"),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  EXPECT_EQ(hmac_sha256_hex("Jefe", "what do ya want for nothing?"),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  EXPECT_EQ(hmac_sha256_hex(std::string(131, '\xaa'),
                            "Test Using Larger Than Block-Size Key - Hash Key First"),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
}

TEST(Hex, BackAndForth) {
  EXPECT_EQ(to_hex(std::string_view("\x00\xff", 2)), "00ff");
  EXPECT_EQ(*from_hex("00ff"), std::string("\x00\xff", 2));
  EXPECT_FALSE(from_hex("00F0"));  // one spelling only
  EXPECT_FALSE(from_hex("0"));
}

TEST(Ed25519, KnownSignature) {
  const std::string file = file_with(kPem);
  const auto key = SigningKey::read(file);
  ASSERT_TRUE(key) << key.error().message;
  EXPECT_EQ(key->public_hex(), kPublic);
  EXPECT_EQ(key->sign(""), kSignatureOfNothing);
  EXPECT_EQ(*read_public_key(file), kPublic);
  EXPECT_TRUE(is_signed("", kSignatureOfNothing, kPublic));
  EXPECT_FALSE(is_signed("x", kSignatureOfNothing, kPublic));
  EXPECT_FALSE(is_signed("", "00", kPublic));
  std::remove(file.c_str());
}

TEST(Ed25519, WhatIsNoKeyIsRefusedWithTheWayOut) {
  const std::string file = file_with("no key");
  const auto key = SigningKey::read(file);
  ASSERT_FALSE(key);
  EXPECT_NE(key.error().message.find("openssl genpkey -algorithm ed25519"), std::string::npos);
  EXPECT_FALSE(read_public_key(file));
  EXPECT_FALSE(SigningKey::read(file + ".nowhere"));
  std::remove(file.c_str());
}

}  // namespace fairmon::ledger
