#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <memory>
#include <mutex>

#include "cli/dsa/actions.hpp"
#include "cli/dsa/request.hpp"
#include "cli/dsa/statement_lines.hpp"
#include "cli/interrupt.hpp"
#include "cli/monitor/own_files.hpp"
#include "cli/monitor/progress_bar.hpp"
#include "cli/report.hpp"
#include "dsa/client/prefetch.hpp"
#include "plugins/writing/pack.hpp"
#include "support/durable_file.hpp"

namespace fairmon::cli {

namespace {

using plugins::pack;
using plugins::Packing;

/// Remembers beside the output how far it is complete: the last statement and the size of the file
/// then, and what was asked for.
struct Progress {
  dsa::Cursor last;
  std::uint64_t size = 0;
  std::uint64_t count = 0;
  std::string request;
};

std::string progress_file(const std::string& output) { return output + ".part"; }

std::optional<Progress> load_progress(const std::string& output) {
  std::ifstream in(progress_file(output));
  Progress progress;
  in >> progress.last.created_ms >> progress.last.id >> progress.size >> progress.count;
  in.ignore();
  std::getline(in, progress.request);
  return in ? std::optional<Progress>(progress) : std::nullopt;
}

Result<void> save_progress(const std::string& output, const Progress& progress) {
  const std::string file = progress_file(output);
  const int reason = support::replace_file(
      file, fmt::format("{} {} {} {}\n{}\n", progress.last.created_ms, progress.last.id,
                        progress.size, progress.count, progress.request));
  return reason == 0
             ? Result<void>()
             : Error(ErrorCode::Output, file + " cannot be written: " + std::strerror(reason));
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

/// The file that statements go to. One that is begun anew is opened with the first of them: until
/// then an older file of that name stays as it is.
class Output {
 public:
  explicit Output(std::string name) : name_(std::move(name)) {}

  /// Finds the end of the last complete page of an earlier attempt, if there is one.
  Result<void> find_earlier(Progress& progress);
  [[nodiscard]] bool begun() const { return file_ != nullptr; }
  /// Adds the text, then what says that it is there.
  Result<void> append(const std::string& text, Progress& progress);

 private:
  Result<void> open(const char* mode);

  std::string name_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_{nullptr, &std::fclose};
};

Result<void> Output::open(const char* mode) {
  file_.reset(std::fopen(name_.c_str(), mode));
  return file_ ? Result<void>() : Error(ErrorCode::Output, name_ + " cannot be opened for writing");
}

Result<void> Output::find_earlier(Progress& progress) {
  const auto earlier = load_progress(name_);
  if (!earlier) {
    return {};
  }
  if (earlier->request != progress.request) {
    return Error(ErrorCode::Usage, name_ +
                                       " is an unfinished download of something else; finish "
                                       "that first, or remove " +
                                       progress_file(name_));
  }
  progress = *earlier;
  if (auto opened = open("r+b"); !opened) {
    return opened;
  }
  // Lengthening a file would put zeros where statements are missing.
  struct stat facts{};
  if (::fstat(fileno(file_.get()), &facts) != 0 ||
      static_cast<std::uint64_t>(facts.st_size) < progress.size) {
    return Error(ErrorCode::Output,
                 name_ +
                     " is shorter than it was when the download stopped, so statements are "
                     "missing; remove it and " +
                     progress_file(name_) + " to begin anew");
  }
  if (ftruncate(fileno(file_.get()), static_cast<off_t>(progress.size)) != 0 ||
      std::fseek(file_.get(), 0, SEEK_END) != 0) {
    return Error(ErrorCode::Output, name_ + " cannot be continued");
  }
  print_error("goes on behind statement " + std::to_string(progress.last.id) + '\n');
  return {};
}

Result<void> Output::append(const std::string& text, Progress& progress) {
  auto packed = pack(text, plugins::packing_of(name_));
  if (!packed) {
    return std::move(packed).error();
  }
  if (auto opened = file_ ? Result<void>() : open("wb"); !opened) {
    return opened;
  }
  if (std::fwrite(packed->data(), 1, packed->size(), file_.get()) != packed->size() ||
      std::fflush(file_.get()) != 0) {
    return Error(ErrorCode::Output, name_ + " cannot be written: is the disk full?");
  }
  // The statements, and the name of their file, before what says that they are there.
  int reason = support::sync_file(fileno(file_.get()));
  if (reason == 0 && progress.size == 0) {
    reason = support::sync_folder_of(name_);
  }
  if (reason != 0) {
    return Error(ErrorCode::Output, name_ + " cannot be written: " + std::strerror(reason));
  }
  progress.size += packed->size();
  return save_progress(name_, progress);
}

Result<std::uint64_t> fetch_all(dsa::PagerSettings settings, const std::string& name) {
  std::vector<std::string> fields = settings.query.source_fields;
  for (const char* needed : {"id", "created_at"}) {
    if (std::find(fields.begin(), fields.end(), needed) == fields.end()) {
      fields.emplace_back(needed);
    }
  }
  Progress progress;
  progress.request = dsa::search_body(settings.query, 0, std::nullopt);
  Output output(name);
  if (auto found = output.find_earlier(progress); !found) {
    return std::move(found).error();
  }
  StatementLines lines(fields, name.find(".csv") != std::string::npos);
  if (progress.count > 0) {
    settings.after = progress.last;
    settings.before = progress.count;
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
      progress.last = (*page)->last();
      reader.start(std::move(**page));
      reader.read(lines);
    }
    const bool ended = lines.text.empty() && !*page;
    if (!ended || !output.begun()) {
      if (auto written = output.append(lines.text, progress); !written) {
        return std::move(written).error();
      }
      lines.text.clear();
      shown.show(progress.count, pages.progress());
      continue;
    }
    shown.clear();
    std::remove(progress_file(name).c_str());
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
  const auto own = check_own_files({{arguments.text("SPEC"), "the specification"},
                                    {arguments.text("token-file"), "the token file"},
                                    {output, "the output", true},
                                    {progress_file(output), "the record of how far it is", true}});
  if (!own) {
    return report(own.error());
  }
  auto settings = dsa_request(arguments, &*spec);
  if (!settings) {
    return report(settings.error());
  }
  const InterruptGuard interrupt;
  settings->cancelled = [&interrupt] { return interrupt.wanted().load(); };
  const auto count = fetch_all(std::move(*settings), output);
  if (!count) {
    return report(count.error());
  }
  print_error(std::to_string(*count) + " statements written to " + output + '\n');
  return 0;
}

}  // namespace fairmon::cli
