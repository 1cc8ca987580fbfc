// fairmon_random: random specifications and traces, reference engine against fast engine.
#include <CLI/CLI.hpp>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <thread>

#include "random/generate.hpp"
#include "random/judge.hpp"
#include "random/leave_out.hpp"
#include "random/shards/sharded.hpp"
#include "random/shrink.hpp"

namespace {

using namespace fairmon::random_cases;  // NOLINT(google-build-using-namespace): one file, one
                                        // purpose

struct Settings {
  std::uint64_t seed = 1;
  std::uint64_t count = 10000;
  double minutes = 0.0;  ///< 0: until `count` is done
  unsigned jobs = 2;
  unsigned most_failures = 5;
  std::string found = "tests/spec/found";
  bool show = false;
  bool refusals = false;
  bool all_ways = false;
  bool common = false;
  bool leave_out = false;
  bool shards = false;
  std::string write;
};

RandomCase make_case(const Settings& settings, std::uint64_t seed) {
  if (settings.shards) {
    // Now and then specifications that nobody made for it.
    return seed % 10 == 0 ? generate(seed, false) : generate_keyed(seed);
  }
  return settings.leave_out ? generate_conditional(seed) : generate(seed, settings.common);
}

/// Counts and findings of all threads.
class Campaign {
 public:
  explicit Campaign(const Settings& settings) : settings_(settings), next_(settings.seed) {}

  void work() {
    Judge judge;
    while (!finished()) {
      // One specification at a time: neighbouring seeds share theirs.
      const std::uint64_t first = next_.fetch_add(kTracesPerModel);
      for (std::uint64_t seed = first; seed < first + kTracesPerModel; ++seed) {
        const RandomCase item = make_case(settings_, seed);
        note(seed, item, judge_case(judge, item, seed));
      }
    }
  }

  Finding judge_case(Judge& judge, const RandomCase& item, std::uint64_t seed) {
    if (settings_.shards) {
      return judge_sharded(item, seed, sharded_);
    }
    return settings_.leave_out
               ? judge_leave_out(item, left_out_)
               : judge(item, settings_.all_ways ? std::nullopt : std::optional(seed));
  }

  int report() const {
    const std::uint64_t done = compared_ + refused_ + failures_;
    std::printf("%llu pairs compared, %llu refused by the compiler (%.1f %%), %u failures\n",
                static_cast<unsigned long long>(compared_.load()),
                static_cast<unsigned long long>(refused_.load()),
                done == 0 ? 0.0 : 100.0 * static_cast<double>(refused_) / static_cast<double>(done),
                failures_.load());
    if (settings_.refusals) {
      for (const auto& [message, count] : reasons_) {
        std::printf("%6llu  %s\n", static_cast<unsigned long long>(count), message.c_str());
      }
    }
    if (settings_.leave_out) {
      std::printf("%s\n", left_out_.to_string().c_str());
      if (!left_out_.telling()) {
        std::printf("that is too little to learn from\n");
        return 1;
      }
    }
    if (settings_.shards) {
      std::printf("%s\n", sharded_.to_string().c_str());
      if (!sharded_.telling()) {
        std::printf("that is too little to learn from\n");
        return 1;
      }
    }
    return failures_ == 0 && compared_ > 0 ? 0 : 1;
  }

 private:
  [[nodiscard]] bool finished() const {
    const std::chrono::duration<double, std::ratio<60>> spent = Clock::now() - began_;
    const bool late = settings_.minutes > 0.0 && spent.count() >= settings_.minutes;
    return late || next_ >= settings_.seed + settings_.count ||
           failures_ >= settings_.most_failures;
  }

  void note(std::uint64_t seed, const RandomCase& item, const Finding& finding) {
    if (finding.judgement == Judgement::Equal) {
      ++compared_;
    } else if (finding.judgement == Judgement::Refused) {
      ++refused_;
      const std::lock_guard<std::mutex> lock(mutex_);
      ++reasons_[finding.detail];
    } else {
      ++failures_;
      write_down(seed, item, finding);
    }
  }

  void write_down(std::uint64_t seed, const RandomCase& item, const Finding& finding) {
    Judge engines;
    LeaveOutCounts uncounted;
    ShardCounts uncounted_shards;
    const auto judge = [&](const RandomCase& candidate) {
      if (settings_.shards) {
        return judge_sharded(candidate, seed, uncounted_shards);
      }
      return settings_.leave_out ? judge_leave_out(candidate, uncounted) : engines(candidate);
    };
    const RandomCase small = shrink(item, [&](const RandomCase& candidate) {
      return judge(candidate).judgement == finding.judgement;
    });
    const Finding rest = judge(small);
    const std::lock_guard<std::mutex> lock(mutex_);
    std::filesystem::create_directories(settings_.found);
    const std::string path = settings_.found + "/seed_" + std::to_string(seed) + ".md";
    std::ofstream(path) << as_suite(small, "Seed " + std::to_string(seed), rest.detail);
    std::printf("seed %llu: %s\n  written to %s\n", static_cast<unsigned long long>(seed),
                rest.detail.c_str(), path.c_str());
    std::fflush(stdout);
  }

  using Clock = std::chrono::steady_clock;
  const Settings& settings_;
  Clock::time_point began_ = Clock::now();
  std::atomic<std::uint64_t> next_;
  std::atomic<std::uint64_t> compared_ = 0;
  std::atomic<std::uint64_t> refused_ = 0;
  std::atomic<unsigned> failures_ = 0;
  std::mutex mutex_;
  std::map<std::string, std::uint64_t> reasons_;
  LeaveOutCounts left_out_;
  ShardCounts sharded_;
};

/// A specification and a trace per seed, for other tools.
int write_cases(const Settings& settings) {
  std::filesystem::create_directories(settings.write);
  for (std::uint64_t seed = settings.seed; seed < settings.seed + settings.count; ++seed) {
    const RandomCase item = make_case(settings, seed);
    const std::string stem = settings.write + "/" + std::to_string(seed);
    std::ofstream(stem + ".lola") << item.model.text();
    std::ofstream(stem + ".csv") << item.trace.text(item.model);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Compares the engines on random specifications and traces");
  Settings settings;
  app.add_option("--seed", settings.seed, "first seed");
  app.add_option("--count", settings.count, "number of seeds");
  app.add_option("--minutes", settings.minutes, "stop after this time");
  app.add_option("--jobs", settings.jobs, "threads");
  app.add_option("--failures", settings.most_failures, "stop after so many failures");
  app.add_option("--found", settings.found, "folder for shrunk failures");
  app.add_flag("--show", settings.show, "print the case of the seed and stop");
  app.add_flag("--refusals", settings.refusals, "list why specifications were refused");
  app.add_flag("--all-ways", settings.all_ways, "run each case in all ways, not in two in turn");
  app.add_flag("--common", settings.common, "only what the released Rust tool has too");
  app.add_flag("--leave-out", settings.leave_out,
               "compare runs with all events and with those that the derived filter keeps");
  app.add_flag("--shards", settings.shards, "compare one monitor with shards");
  app.add_option("--write", settings.write, "write the cases as files into this folder and stop");
  CLI11_PARSE(app, argc, argv);
  if (settings.show) {
    std::fputs(as_suite(make_case(settings, settings.seed), "Seed", "not at all").c_str(), stdout);
    return 0;
  }
  if (!settings.write.empty()) {
    return write_cases(settings);
  }
  Campaign campaign(settings);
  std::vector<std::jthread> threads;
  for (unsigned i = 0; i < settings.jobs; ++i) {
    threads.emplace_back([&] { campaign.work(); });
  }
  threads.clear();
  return campaign.report();
}
