#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <thread>

#include "cli/arguments.hpp"
#include "cli/dsa/actions.hpp"
#include "cli/report.hpp"
#include "dsa/client/instant.hpp"
#include "dsa/simulator/server.hpp"
#include "dsa/simulator/write_dump.hpp"
#include "support/folder.hpp"
#include "support/number.hpp"

namespace fairmon::cli {

namespace {

using dsa::simulator::ApiSettings;

Result<std::uint64_t> number(const Arguments& arguments, const std::string& name) {
  const std::string text = arguments.text(name);
  const auto value = support::parse_number<std::uint64_t>(text);
  if (!value) {
    return Error(ErrorCode::Usage, "--" + name + " takes a whole number, not `" + text + "`");
  }
  return *value;
}

/// Milliseconds, with a fraction if need be.
Result<std::chrono::microseconds> milliseconds(const Arguments& arguments,
                                               const std::string& name) {
  const std::string text = arguments.text(name);
  const auto value = support::parse_number<double>(text);
  if (!value || *value < 0 || *value > 1e6) {
    return Error(ErrorCode::Usage,
                 "--" + name + " takes a number of milliseconds, not `" + text + "`");
  }
  return std::chrono::microseconds(static_cast<std::int64_t>(*value * 1000));
}

Result<void> read_fault(const std::string& text, ApiSettings& settings) {
  const auto colon = text.find(':');
  const auto kind = dsa::simulator::fault_from_name(text.substr(0, colon));
  const std::string place = colon == std::string::npos ? "1" : text.substr(colon + 1);
  const auto dash = place.find('-');
  const auto from = support::parse_number<std::uint64_t>(place.substr(0, dash));
  const auto to = dash == std::string::npos
                      ? from
                      : support::parse_number<std::uint64_t>(place.substr(dash + 1));
  if (!from || !to || *from == 0 || *to < *from) {
    return Error(ErrorCode::Usage,
                 "`" + text + "` does not say at which request, from 1 on: KIND:N or KIND:N-M");
  }
  if (!kind) {
    std::string names;
    for (const std::string& name : dsa::simulator::fault_names()) {
      names += (names.empty() ? "" : ", ") + name;
    }
    return Error(ErrorCode::Usage, "faults are written KIND:N or KIND:N-M; kinds are " + names);
  }
  settings.faults.push_back({*kind, *from, *to});
  return {};
}

Result<ApiSettings> read_settings(const Arguments& arguments) {
  ApiSettings settings;
  constexpr std::uint64_t kAny = std::numeric_limits<std::uint64_t>::max();
  constexpr std::array<std::pair<const char*, std::uint64_t>, 6> kNumbers = {
      {{"days", 3'650},
       {"per-day", 1'000'000'000},
       {"seed", kAny},
       {"disorder", dsa::kSecondsPerDay},
       {"quota", 4'000'000'000},
       {"port", 65'535}}};
  for (const auto& [name, most] : kNumbers) {
    auto value = number(arguments, name);
    if (!value) {
      return std::move(value).error();
    }
    if (*value > most) {
      return Error(ErrorCode::Usage,
                   "--" + std::string(name) + " can be " + std::to_string(most) + " at most");
    }
  }
  settings.data.num_days = static_cast<std::uint32_t>(*number(arguments, "days"));
  settings.data.per_day = std::max<std::uint64_t>(1, *number(arguments, "per-day"));
  settings.data.seed = *number(arguments, "seed");
  settings.data.disorder = *number(arguments, "disorder");
  settings.quota_limit = static_cast<std::uint32_t>(*number(arguments, "quota"));
  const auto latency = milliseconds(arguments, "latency");
  const auto window = milliseconds(arguments, "window");
  const auto life = milliseconds(arguments, "signature-life");
  for (const auto* time : {&latency, &window, &life}) {
    if (!*time) {
      return time->error();
    }
  }
  settings.token = arguments.text("token-accepted");
  settings.base_latency = *latency;
  settings.quota_window = std::chrono::ceil<std::chrono::milliseconds>(*window);
  settings.signature_life = std::chrono::ceil<std::chrono::milliseconds>(*life);
  settings.generation = arguments.text("generation") == "g1" ? dsa::simulator::Generation::G1
                                                             : dsa::simulator::Generation::G2;
  const auto first = dsa::parse_instant(arguments.text("first-day"));
  if (!first) {
    return Error(ErrorCode::Usage, "--first-day takes a date like 2025-11-26");
  }
  settings.data.first_day = first->ns / dsa::kNanosPerSecond / dsa::kSecondsPerDay;
  for (const std::string& fault : arguments.all("fault")) {
    if (auto read = read_fault(fault, settings); !read) {
      return std::move(read).error();
    }
  }
  return settings;
}

int write_dumps(const Arguments& arguments, const ApiSettings& settings) {
  const dsa::simulator::Generator generator(settings.data);
  dsa::simulator::DumpOptions options;
  options.light = !arguments.has("full");
  for (std::uint32_t day = 0; day < settings.data.num_days; ++day) {
    const auto file =
        dsa::simulator::write_dump(generator, day, arguments.text("write-dumps"), options);
    if (!file) {
      return report(file.error());
    }
    print(*file + '\n');
  }
  return 0;
}

/// A folder for the dumps that somebody asks for; gone when the simulator ends.
class DumpFolder {
 public:
  DumpFolder()
      : path_(std::filesystem::temp_directory_path() /
              ("fairmon-simulator-" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(path_);
  }
  ~DumpFolder() { support::remove_with_content(path_.native()); }
  DumpFolder(const DumpFolder&) = delete;
  DumpFolder& operator=(const DumpFolder&) = delete;
  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

/// The simulator's own token is no secret; one that somebody has chosen is not repeated.
std::string greeting(const ApiSettings& settings, const std::string& first_day,
                     const std::string& url, const std::string& bucket) {
  const bool own = settings.token == ApiSettings().token;
  return "Simulated DSA research API with " +
         std::to_string(settings.data.num_days * settings.data.per_day) +
         " invented statements from " + first_day + " on.\n  address  " + url + "\n  token    " +
         (own ? settings.token : "as given") + "\n  bucket   " + bucket +
         "/ (dumps by their names)\nUse it with --input dsa --url " + url +
         (own ? " and FAIRMON_DSA_TOKEN='" + settings.token + "'" : "") + ". Ctrl-C ends it.\n";
}

volatile std::sig_atomic_t stop_requested = 0;

}  // namespace

int dsa_simulate(const Arguments& arguments) {
  auto settings = read_settings(arguments);
  if (!settings) {
    return report(settings.error());
  }
  if (arguments.has("write-dumps")) {
    return write_dumps(arguments, *settings);
  }
  const DumpFolder folder;
  settings->dump_folder = folder.path();
  const auto server = dsa::simulator::Server::start(
      *settings, static_cast<std::uint16_t>(*number(arguments, "port")));
  if (!server) {
    return report(server.error());
  }
  ApiSettings bucket_settings = *settings;
  bucket_settings.bucket = true;
  const auto bucket = dsa::simulator::Server::start(bucket_settings, 0);
  if (!bucket) {
    return report(bucket.error());
  }
  print(greeting(*settings, arguments.text("first-day"), (*server)->base_url(),
                 (*bucket)->base_url()));
  std::fflush(stdout);  // whoever started the simulator reads its address from a pipe
  std::signal(SIGINT, [](int) { stop_requested = 1; });
  std::signal(SIGTERM, [](int) { stop_requested = 1; });
  while (stop_requested == 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  return 0;
}

}  // namespace fairmon::cli
