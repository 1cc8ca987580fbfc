#include "dsa/client/prefetch.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <thread>

#include "dsa/client/instant.hpp"
#include "dsa/simulator/server.hpp"

namespace fairmon::dsa {
namespace {

using simulator::ApiSettings;
using simulator::Server;

constexpr std::int64_t kDay = kSecondsPerDay * kNanosPerSecond;

PagerSettings settings_for(const Server& server) {
  PagerSettings settings;
  settings.http.base_url = server.base_url();
  settings.http.token = "1|simulated";
  settings.query.from = {20'418 * kDay};
  settings.query.to = {20'419 * kDay};
  settings.page_size = 50;
  return settings;
}

std::unique_ptr<Server> small_server(std::uint32_t quota) {
  ApiSettings settings;
  settings.generation = simulator::Generation::G1;
  settings.data.per_day = 500;
  settings.quota_limit = quota;
  return std::move(Server::start(settings, 0)).value();
}

TEST(Prefetcher, EndsWhileItWaitsForTheQuota) {
  const auto server = small_server(2);
  for (int i = 0; i < 5; ++i) {
    PagerSettings settings = settings_for(*server);
    const auto waits = std::make_shared<std::atomic<int>>(0);
    settings.waiting = [waits](const std::string&) { ++*waits; };
    Prefetcher pages(settings);
    while (waits->load() == 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
}

TEST(Prefetcher, EndsWithTheRunEvenIfNobodyAsksForPages) {
  const auto server = small_server(2);
  PagerSettings settings = settings_for(*server);
  const auto stop = std::make_shared<std::atomic<bool>>(false);
  const auto waits = std::make_shared<std::atomic<int>>(0);
  settings.cancelled = [stop] { return stop->load(); };
  settings.waiting = [waits](const std::string&) { ++*waits; };
  Prefetcher pages(settings);
  while (waits->load() == 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  *stop = true;
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  const int at_end = waits->load();
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  EXPECT_EQ(waits->load(), at_end) << "its thread goes on";
}

TEST(Prefetcher, StormOfBeginningsAndEnds) {
  const auto server = small_server(1'000'000);
  auto dice = [engine = std::mt19937(3)]() mutable { return static_cast<std::uint32_t>(engine()); };
  for (int i = 0; i < 60; ++i) {
    Prefetcher pages(settings_for(*server), 1 + dice() % 2);
    for (std::uint32_t n = dice() % 4; n > 0; --n) {
      const auto page = pages.next();
      ASSERT_TRUE(page) << page.error().message;
    }
    if (dice() % 2 == 0) {
      std::this_thread::sleep_for(std::chrono::microseconds(dice() % 3'000));
    }
  }
}

TEST(Prefetcher, WhatItsThreadThrowsIsAnError) {
  const auto server = small_server(1);
  PagerSettings settings = settings_for(*server);
  settings.waiting = [](const std::string&) { throw std::bad_alloc(); };
  Prefetcher pages(settings);
  ASSERT_TRUE(pages.next());
  const auto second = pages.next();
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().message, "out of memory");
}

}  // namespace
}  // namespace fairmon::dsa
