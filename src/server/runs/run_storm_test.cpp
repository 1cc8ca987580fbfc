// Runs that are started, stopped, removed and looked at by many threads at once. The thread
// sanitizer sees what goes wrong here; without it, crashes do.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <thread>

#include "dsa/simulator/server.hpp"
#include "server/http/security.hpp"
#include "server/runs/run_json.hpp"
#include "server/runs/run_manager.hpp"
#include "support/number.hpp"

namespace fairmon::server {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSpec =
    "input automated_detection: Bool\n#[plot]\noutput share @1h := "
    "prob(of: automated_detection)\n";

class RunStorm : public testing::Test {
 protected:
  RunStorm()
      : folder_(fs::temp_directory_path() / ("fairmon-storm-" + random_token().substr(0, 8))) {
    dsa::simulator::ApiSettings settings;
    settings.data.per_day = 300;
    settings.generation = dsa::simulator::Generation::G1;
    settings.quota_limit = 40;  // soon everybody waits
    service_ = std::move(dsa::simulator::Server::start(settings, 0)).value();
  }
  ~RunStorm() override { fs::remove_all(folder_); }

  /// How long the storm lasts; longer ones by hand.
  static std::chrono::duration<double> span() {
    const char* text = std::getenv("FAIRMON_STORM_SECONDS");
    return std::chrono::duration<double>(
        text == nullptr ? 3.0 : support::parse_number<double>(text).value_or(3.0));
  }

  [[nodiscard]] RunSettings settings(std::uint32_t chance) const {
    RunSettings result;
    result.name = "storm";
    result.spec = kSpec;
    result.plugin = "dsa";
    result.options = {{"from", "2025-11-26"},
                      {"url", service_->base_url()},
                      {"token", "1|simulated"},
                      {"page-size", "20"}};
    result.keep_copy = chance % 2 == 0;
    return result;
  }

  static Result<OptionValues> check(const InputPlugin& plugin,
                                    const std::multimap<std::string, std::string>& given) {
    return OptionValues::check(plugin.options(), given);
  }

  void disturb(RunManager& manager, std::uint32_t seed) const {
    auto dice = [engine = std::mt19937(seed)]() mutable {
      return static_cast<std::uint32_t>(engine());
    };
    const auto end = std::chrono::steady_clock::now() + span();
    while (std::chrono::steady_clock::now() < end) {
      const auto runs = manager.list();
      const std::size_t active = static_cast<std::size_t>(
          std::count_if(runs.begin(), runs.end(), [](const auto& run) { return run->active(); }));
      EXPECT_LE(active, RunManager::kMaxActive);
      const std::uint32_t what = dice() % 8;
      if (what < 2 || runs.empty()) {
        (void)manager.start(settings(dice()), check);
        continue;
      }
      const auto& run = runs[dice() % runs.size()];
      switch (what) {
        case 2:
          run->stop();
          break;
        case 3:
        case 4:
          manager.remove(run->id());
          break;
        case 5:
          run->pause();
          run->resume();
          break;
        case 6:
          run->pin(!run->pinned());
          manager.save(*run);
          break;
        default:
          EXPECT_FALSE(run_to_json(*run).empty());
          (void)run->history().series();
          break;
      }
    }
  }

  fs::path folder_;
  PluginRegistry plugins_ = PluginRegistry::built_in();
  std::unique_ptr<dsa::simulator::Server> service_;
};

TEST_F(RunStorm, StartStopRemove) {
  RunManager manager(folder_, plugins_);
  std::vector<std::thread> threads;
  for (std::uint32_t seed = 1; seed <= 6; ++seed) {
    threads.emplace_back([&, seed] { disturb(manager, seed); });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  manager.shut_down();
  // What is left on the disk are the runs of the list, no pieces of others.
  std::size_t folders = 0;
  for (const auto& entry : fs::directory_iterator(folder_)) {
    folders += fs::is_directory(entry) ? 1 : 0;
    EXPECT_NE(manager.find(entry.path().filename().string()), nullptr) << entry.path();
  }
  EXPECT_EQ(folders, manager.list().size());
}

TEST_F(RunStorm, TheServerEndsWhileRunsBegin) {
  for (std::uint32_t i = 0; i < 5; ++i) {
    RunManager manager(folder_, plugins_);
    std::vector<std::thread> threads;
    for (int n = 0; n < 3; ++n) {
      threads.emplace_back([&] { (void)manager.start(settings(i), check); });
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(i * 10));
    manager.shut_down();
    for (std::thread& thread : threads) {
      thread.join();
    }
    for (const auto& run : manager.list()) {
      EXPECT_FALSE(run->active());
    }
  }
}

}  // namespace
}  // namespace fairmon::server
