#include <fairmon/version.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>

#include "cli/arguments.hpp"
#include "cli/dsa/actions.hpp"
#include "cli/interrupt.hpp"
#include "cli/report.hpp"
#include "dsa/client/download.hpp"
#include "dsa/client/instant.hpp"

namespace fairmon::cli {

namespace {

constexpr Duration kOneDay{dsa::kSecondsPerDay * dsa::kNanosPerSecond};

Result<Timestamp> day_flag(const Arguments& arguments, const char* name) {
  const std::string text = arguments.text(name);
  const auto day = dsa::parse_instant(text);
  if (!day || text.size() != 10) {
    return Error(ErrorCode::Usage,
                 text.empty() ? "say which days: --from 2025-11-26 [--to 2025-11-30]"
                              : "`" + text + "` is no day for --" + name + "; write 2025-11-26");
  }
  return *day;
}

/// Names of the files from the first day up to, not including, the last.
Result<std::vector<std::string>> file_names(const Arguments& arguments) {
  const auto from = day_flag(arguments, "from");
  if (!from) {
    return from.error();
  }
  const auto to =
      arguments.has("to") ? day_flag(arguments, "to") : Result<Timestamp>(*from + kOneDay);
  if (!to) {
    return to.error();
  }
  std::vector<std::string> platforms = arguments.all("platform");
  if (platforms.empty()) {
    platforms.emplace_back();
  }
  std::vector<std::string> names;
  for (Timestamp day = *from; day < *to; day = day + kOneDay) {
    for (const std::string& platform : platforms) {
      names.push_back(
          dsa::dump_name(platform, dsa::day_text(day), arguments.text("dump") == "light"));
    }
  }
  if (names.empty()) {
    return Error(ErrorCode::Usage, "--to must be later than --from");
  }
  return names;
}

void show_progress(const std::string& name, std::uint64_t done,
                   std::optional<std::uint64_t> total) {
  constexpr double kMega = 1e6;
  std::string line = fmt::format("\r\x1b[K{}: {:.1f} MB", name, static_cast<double>(done) / kMega);
  if (total) {
    line += fmt::format(" of {:.1f} MB", static_cast<double>(*total) / kMega);
  }
  print_error(line);
}

}  // namespace

int dsa_fetch_dumps(const Arguments& arguments) {
  const auto names = file_names(arguments);
  if (!names) {
    return report(names.error());
  }
  const std::string folder = arguments.has("output") ? arguments.text("output") : ".";
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!std::filesystem::is_directory(folder)) {
    return report(Error(ErrorCode::Usage, "`" + folder + "` is no folder to put dumps into"));
  }
  const InterruptGuard interrupt;
  const bool terminal = ::isatty(STDERR_FILENO) != 0;
  dsa::DownloadSettings settings;
  settings.base_url = arguments.text("url");
  settings.user_agent = "fairmon/" + std::string(version());
  settings.stop = &interrupt.wanted();
  for (const std::string& name : *names) {
    if (terminal) {
      settings.progress = [&](std::uint64_t done, std::optional<std::uint64_t> total) {
        show_progress(name, done, total);
      };
    }
    const auto file = dsa::download_dump(settings, name, folder);
    if (terminal) {
      print_error("\r\x1b[K");
    }
    if (!file) {
      return report(file.error());
    }
    print(file->path + '\n');
    if (!file->has_checksum) {
      print_error("note: the service has no checksum for " + name + "; it was not compared\n");
    }
  }
  return 0;
}

}  // namespace fairmon::cli
