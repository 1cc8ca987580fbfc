#include "dsa/client/service_address.hpp"

#include <gtest/gtest.h>

namespace fairmon::dsa {
namespace {

TEST(ServiceAddress, EncryptedOrOnThisMachine) {
  for (const char* text :
       {"https://transparency.dsa.ec.europa.eu", "https://example.org:8443/prefix/",
        "http://127.0.0.1:80", "http://127.8.9.10", "http://localhost:9/", "http://[::1]:4"}) {
    EXPECT_TRUE(parse_service_address(text)) << text;
  }
  EXPECT_EQ(parse_service_address("https://example.org/a//")->url, "https://example.org/a");
  EXPECT_TRUE(parse_service_address("http://[::1]:4")->loopback);
  EXPECT_FALSE(parse_service_address("https://example.org")->loopback);
}

TEST(ServiceAddress, WhatCouldCarryATokenElsewhereIsRefused) {
  for (const char* text : {"",
                           "transparency.dsa.ec.europa.eu",
                           "ftp://example.org",
                           "file:///etc/passwd",
                           "http://example.org",
                           "http://127.0.0.1.example.org",
                           "http://127.0.0.1@example.org",
                           "http://localhost\\@example.org",
                           "http://localhost#@example.org",
                           "http://127.1",
                           "http://localhost.example.org",
                           "https://",
                           "https://:80",
                           "https://example.org:99999",
                           "https://example.org?x",
                           "https://example.org/\r\nX: y",
                           "http://[::1].example.org",
                           "http://[::1",
                           "http://0x7f.0.0.1",
                           "http://127.0.0.256"}) {
    EXPECT_FALSE(parse_service_address(text)) << text;
  }
}

TEST(ServiceAddress, TokensAreOneLine) {
  EXPECT_TRUE(check_token("17|abcDEF0123456789"));
  for (const std::string& text :
       {std::string(), std::string("a b"), std::string("a\r\nX-Evil: 1"), std::string("a\nb"),
        std::string("a\0b", 3), std::string("ä"), std::string(100'000, 'a')}) {
    const auto checked = check_token(text);
    ASSERT_FALSE(checked) << text;
    EXPECT_EQ(checked.error().message.find("Evil"), std::string::npos);
  }
}

}  // namespace
}  // namespace fairmon::dsa
