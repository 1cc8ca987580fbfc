#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <memory>
#include <mutex>

#include "cli/dsa/actions.hpp"
#include "cli/dsa/request.hpp"
#include "cli/dsa/statement_lines.hpp"
#include "cli/interrupt.hpp"
#include "cli/monitor/progress_bar.hpp"
#include "cli/report.hpp"
#include "dsa/client/prefetch.hpp"
#include "plugins/writing/pack.hpp"

namespace fairmon::cli {

namespace {

using plugins::pack;
using plugins::Packing;

/// Remembers beside the output how far it is complete: the last id and the size of the file then,
/// and what was asked for.
struct Progress {
  std::int64_t last_id = 0;
  std::uint64_t size = 0;
  std::uint64_t count = 0;
  std::string request;
};

std::string progress_file(const std::string& output) { return output + ".part"; }

std::optional<Progress> load_progress(const std::string& output) {
  std::ifstream in(progress_file(output));
  Progress progress;
  in >> progress.last_id >> progress.size >> progress.count;
  in.ignore();
  std::getline(in, progress.request);
  return in ? std::optional<Progress>(progress) : std::nullopt;
}

Result<void> save_progress(const std::string& output, const Progress& progress) {
  const std::string file = progress_file(output);
  std::ofstream out(file + ".new");
  out << progress.last_id << ' ' << progress.size << ' ' << progress.count << '\n'
      << progress.request << '\n';
  out.close();
  if (!out || std::rename((file + ".new").c_str(), file.c_str()) != 0) {
    return Error(ErrorCode::Output, file + " cannot be written");
  }
  return {};
}

/// The line at the terminal; the thread that waits for the quota writes it too.
class ProgressLine {
 public:
  void show(std::uint64_t count, const dsa::PagerProgress& pages) {
    const std::lock_guard lock(mutex_);
    const std::uint64_t total = std::max(count, pages.total.value_or(count));
    facts_ = fmt::format("{} of {} statements, quota {} left", count, total, pages.quota_left);
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - began_;
    if (count < total && pages.hits > 0 && spent.count() > 1.0) {
      const double each = spent.count() / static_cast<double>(pages.hits);
      facts_ += ", " + short_span(each * static_cast<double>(total - count)) + " to go";
    }
    write("");
  }
  void wait(const std::string& why) {
    const std::lock_guard lock(mutex_);
    write(why);
  }
  void clear() const {
    if (terminal_) {
      print_error("\r\x1b[K");
    }
  }

 private:
  void write(const std::string& why) const {
    if (terminal_) {
      print_error("\r\x1b[K" + facts_ + (facts_.empty() || why.empty() ? "" : ", ") + why);
    }
  }
  std::mutex mutex_;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  std::string facts_;
  bool terminal_ = ::isatty(STDERR_FILENO) != 0;
};

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

/// Opens the output behind the last complete page of an earlier attempt, or anew.
Result<File> open_output(const std::string& output, Progress& progress) {
  const auto earlier = load_progress(output);
  const bool resume = earlier && earlier->request == progress.request;
  if (earlier && !resume) {
    return Error(ErrorCode::Usage, output +
                                       " is an unfinished download of something else; finish "
                                       "that first, or remove " +
                                       progress_file(output));
  }
  File file(std::fopen(output.c_str(), resume ? "r+b" : "wb"), &std::fclose);
  if (!file) {
    return Error(ErrorCode::Output, output + " cannot be opened for writing");
  }
  if (resume) {
    progress = *earlier;
    if (ftruncate(fileno(file.get()), static_cast<off_t>(progress.size)) != 0 ||
        std::fseek(file.get(), 0, SEEK_END) != 0) {
      return Error(ErrorCode::Output, output + " cannot be continued");
    }
    print_error("goes on behind statement " + std::to_string(progress.last_id) + '\n');
  }
  return file;
}

Result<void> append(const File& file, const std::string& output, const std::string& text,
                    Progress& progress) {
  auto packed = pack(text, plugins::packing_of(output));
  if (!packed) {
    return std::move(packed).error();
  }
  if (std::fwrite(packed->data(), 1, packed->size(), file.get()) != packed->size() ||
      std::fflush(file.get()) != 0) {
    return Error(ErrorCode::Output, output + " cannot be written: is the disk full?");
  }
  progress.size += packed->size();
  return save_progress(output, progress);
}

Result<std::uint64_t> fetch_all(dsa::PagerSettings settings, const std::string& output) {
  std::vector<std::string> fields = settings.query.source_fields;
  for (const char* needed : {"id", "created_at"}) {
    if (std::find(fields.begin(), fields.end(), needed) == fields.end()) {
      fields.emplace_back(needed);
    }
  }
  Progress progress;
  progress.request = dsa::search_body(settings.query, 0, std::nullopt);
  auto file = open_output(output, progress);
  if (!file) {
    return std::move(file).error();
  }
  StatementLines lines(fields, output.find(".csv") != std::string::npos);
  if (progress.count > 0) {
    settings.after = progress.last_id;
  } else {
    lines.text = lines.header();
  }
  ProgressLine shown;
  settings.waiting = [&](const std::string& why) { shown.wait(why); };
  dsa::PageReader reader(fields);
  dsa::Prefetcher pages(std::move(settings));
  while (true) {
    auto page = pages.next();
    if (!page) {
      shown.clear();
      return std::move(page).error().with_context("fetching; repeat the command to go on");
    }
    if (*page) {
      progress.count += (*page)->num_hits();
      progress.last_id = (*page)->last_id();
      reader.start(std::move(**page));
      reader.read(lines);
    }
    const bool ended = lines.text.empty();
    if (!ended) {
      if (auto written = append(*file, output, lines.text, progress); !written) {
        return std::move(written).error();
      }
      lines.text.clear();
      shown.show(progress.count, pages.progress());
      continue;
    }
    shown.clear();
    std::remove(progress_file(output).c_str());
    return progress.count;
  }
}

bool known_ending(const std::string& output) {
  std::string_view name = output;
  for (const std::string_view packed : {".gz", ".zst"}) {
    if (name.ends_with(packed)) {
      name.remove_suffix(packed.size());
    }
  }
  return name.ends_with(".csv") || name.ends_with(".jsonl");
}

}  // namespace

int dsa_fetch(const Arguments& arguments) {
  if (arguments.has("dump")) {
    return dsa_fetch_dumps(arguments);
  }
  const std::string output = arguments.text("output");
  if (!known_ending(output)) {
    return report(Error(ErrorCode::Usage,
                        "say where to write: --output FILE.csv or FILE.jsonl, packed with a "
                        "further .gz or .zst"));
  }
  const auto spec = dsa_specification(arguments);
  if (!spec) {
    return report(spec.error());
  }
  auto settings = dsa_request(arguments, &*spec);
  if (!settings) {
    return report(settings.error());
  }
  const InterruptGuard interrupt;
  settings->stop = &interrupt.wanted();
  const auto count = fetch_all(std::move(*settings), output);
  if (!count) {
    return report(count.error());
  }
  print_error(std::to_string(*count) + " statements written to " + output + '\n');
  return 0;
}

}  // namespace fairmon::cli
