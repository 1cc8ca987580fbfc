#include "server/runs/run_store.hpp"

#include <fairmon/version.hpp>
#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <functional>

#include "report/print/render.hpp"
#include "server/runs/bands_file.hpp"
#include "server/runs/binary_io.hpp"
#include "server/runs/counts_file.hpp"
#include "server/runs/journal.hpp"
#include "server/runs/run_json.hpp"
#include "support/check.hpp"
#include "support/durable_file.hpp"
#include "support/folder.hpp"

namespace fairmon::server {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr std::string_view kMagic = "FMSERIES1";
constexpr std::string_view kJournal = "series.log";
constexpr std::string_view kCounts = "counts.bin";
constexpr std::string_view kBands = "bands.bin";

Error cannot(std::string_view what, const fs::path& path) {
  return {ErrorCode::Output, "cannot " + std::string(what) + " " + path.string()};
}

/// Waits until what was written under this name is on the disk.
bool make_last(const fs::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    return false;
  }
  const int reason = support::sync_file(descriptor);
  ::close(descriptor);
  return reason == 0;
}

/// Writes beside the target and renames, so that a reader sees the old file or the new one, also
/// after a loss of power.
Result<void> write_whole(const fs::path& path, const std::function<void(std::ostream&)>& write) {
  const fs::path draft = path.string() + ".part";
  std::ofstream out(draft, std::ios::binary | std::ios::trunc);
  write(out);
  out.close();
  if (!out || !make_last(draft)) {
    return cannot("write", draft);
  }
  std::error_code failed;
  fs::rename(draft, path, failed);
  return failed || support::sync_folder_of(path.string()) != 0
             ? Result<void>(cannot("rename to", path))
             : Result<void>();
}

void write_one_series(std::ostream& out, const Series& series) {
  const std::size_t count = series.size();
  put(out, series.stream());
  put(out, static_cast<std::uint32_t>(series.label().size()));
  out.write(series.label().data(), static_cast<std::streamsize>(series.label().size()));
  const auto closed = series.closed();
  put(out, std::uint8_t{closed ? std::uint8_t{1} : std::uint8_t{0}});
  put(out, closed ? closed->ns : std::int64_t{0});
  put(out, static_cast<std::uint64_t>(count));
  put_points(out, series, 0, count);
}

bool read_one_series(std::istream& in, RunHistory& history) {
  std::uint32_t stream = 0;
  std::uint32_t length = 0;
  std::uint8_t is_closed = 0;
  std::int64_t closed = 0;
  std::uint64_t count = 0;
  if (!get(in, stream) || !get(in, length) || length > 1'000'000) {
    return false;
  }
  std::string label(length, '\0');
  if (!in.read(label.data(), static_cast<std::streamsize>(length)) || !get(in, is_closed) ||
      !get(in, closed) || !get(in, count)) {
    return false;
  }
  Series& series = history.add_series(stream, std::move(label));
  for (std::uint64_t i = 0; i < count; ++i) {
    std::int64_t time = 0;
    double value = 0.0;
    if (!get(in, time) || !get(in, value)) {
      return false;
    }
    series.append({time}, value);
  }
  if (is_closed != 0) {
    series.close({closed});
  }
  return true;
}

bool read_series(const fs::path& path, RunHistory& history) {
  std::ifstream in(path, std::ios::binary);
  std::string magic(kMagic.size(), '\0');
  std::uint64_t count = 0;
  if (!in.read(magic.data(), static_cast<std::streamsize>(magic.size())) || magic != kMagic ||
      !get(in, count)) {
    return false;
  }
  for (std::uint64_t i = 0; i < count; ++i) {
    if (!read_one_series(in, history)) {
      return false;
    }
  }
  return true;
}

void restore_log(const json& stored, RunHistory& history) {
  std::vector<Firing> firings;
  for (const json& item : stored.value("firings", json::array())) {
    firings.push_back(firing_from_json(item));
  }
  std::vector<Episode> episodes;
  for (const json& item : stored.value("episodes", json::array())) {
    episodes.push_back(episode_from_json(item));
  }
  history.change_log(
      [&](EpisodeLog& log) { log.restore(std::move(firings), std::move(episodes)); });
  for (const json& item : stored.value("states", json::array())) {
    history.add_judgement(judgement_from_json(item));
  }
  for (const json& item : stored.value("notices", json::array())) {
    const json stream = item.value("stream", json());  // older records have none
    history.add_notice(item.at("kind").get<std::string>(), item.at("text").get<std::string>(),
                       item.at("time").is_null()
                           ? std::nullopt
                           : std::optional(Timestamp{item["time"].at("ns").get<std::int64_t>()}),
                       stream.is_string() ? stream.get<std::string>() : "");
  }
}

/// Runs that ended have all counts in a file of their own; of others the newest ones are known.
void restore_sizes(const json& stored, const fs::path& folder, const RunHistory& history) {
  read_bands(folder / kBands, history);
  if (read_counts(folder / kCounts, history)) {
    return;
  }
  const auto all = history.series();
  const json sizes = stored.value("sizes", json::array());
  for (std::size_t id = 0; id < std::min(all.size(), sizes.size()); ++id) {
    const Series& series = *all[id];
    if (sizes[id].is_number_unsigned() && series.size() > 0) {
      all[id]->trials().note(series.time(series.size() - 1), sizes[id].get<std::uint64_t>());
    }
  }
}

std::shared_ptr<Run> load_run(const fs::path& folder) {
  std::ifstream in(folder / "run.json");
  const json stored = json::parse(in);
  // Files are found, and removed, by the id: it is that of the folder or the run is none of ours.
  const auto id = stored.at("id").get<std::string>();
  if (!is_run_id(id) || id != folder.filename().string()) {
    return nullptr;
  }
  auto history = std::make_shared<RunHistory>(panels_from_json(stored.at("panels")),
                                              triggers_from_json(stored.at("triggers")));
  for (const json& panel : stored.at("panels")) {
    if (panel.contains("leftOut")) {
      history->set_left_out(panel.at("id").get<std::string>(),
                            panel["leftOut"].get<std::uint64_t>());
    }
  }
  if (!stored.at("startTime").is_null()) {
    history->set_start_time(Timestamp{stored["startTime"].at("ns").get<std::int64_t>()});
  }
  RunStatus status = status_from_json(stored.at("status"));
  if (status.phase == RunPhase::Running || status.phase == RunPhase::Paused) {
    status.phase = RunPhase::Interrupted;
    status.error = "FairMon ended before this run did; what is shown is what was stored until then";
    read_journal(folder / kJournal, *history);
  } else if (!read_series(folder / "series.bin", *history)) {
    return nullptr;
  }
  restore_log(stored, *history);
  restore_sizes(stored, folder, *history);
  history->set_reached(status.progress.reached);
  auto run =
      std::make_shared<Run>(id, settings_from_json(stored.at("settings")), history, std::nullopt);
  run->restore_status(std::move(status));
  run->pin(stored.value("pinned", false));
  run->set_label({stored.value("title", ""), stored.value("note", "")});
  return run;
}

}  // namespace

bool is_run_id(std::string_view id) noexcept {
  return !id.empty() && id.size() <= 64 && std::all_of(id.begin(), id.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  });
}

RunStore::RunStore(fs::path folder) : folder_(std::move(folder)) {}

fs::path RunStore::folder_of(const std::string& id) const {
  FAIRMON_CHECK(is_run_id(id), "a run's folder lies among the others");
  return folder_ / id;
}

Result<void> RunStore::begin(const Run& run) const {
  std::error_code failed;
  fs::create_directories(folder_of(run.id()), failed);
  // The files in it are nothing without its own name.
  if (failed || support::sync_folder_of(folder_of(run.id()).string()) != 0) {
    return cannot("make the folder", folder_of(run.id()));
  }
  return write_json(run);
}

fs::path RunStore::journal_of(const std::string& id) const { return folder_of(id) / kJournal; }

Result<void> RunStore::note(const Run& run) const { return write_json(run); }

Result<void> RunStore::save(const Run& run) const {
  if (auto written = write_series(run); !written) {
    return written;
  }
  if (auto counts = write_whole(folder_of(run.id()) / kCounts,
                                [&](std::ostream& out) { put_counts(out, run.history()); });
      !counts) {
    return counts;
  }
  if (auto bands = write_whole(folder_of(run.id()) / kBands,
                               [&](std::ostream& out) { put_bands(out, run.history()); });
      !bands) {
    return bands;
  }
  if (auto report = write_report(run); !report) {
    return report;
  }
  auto written = write_json(run);
  if (written) {
    std::error_code ignored;
    fs::remove(journal_of(run.id()), ignored);
  }
  return written;
}

Result<void> RunStore::write_json(const Run& run) const {
  json stored = run_to_json(run);
  const RunHistory& history = run.history();
  stored["settings"] = settings_to_json(run.settings());
  stored["panels"] = panels_to_json(history);
  stored["triggers"] = triggers_to_json(history);
  stored["build"] = version();
  json& sizes = stored["sizes"] = json::array();
  for (const auto& series : history.series()) {
    const auto size = series->trials().newest();
    sizes.push_back(size ? json(*size) : json());
  }
  json& firings = stored["firings"] = json::array();
  // In pieces: the monitor's side waits while one is copied.
  constexpr std::size_t kAtOnce = 1'000;
  for (std::uint64_t seen = 0; seen == firings.size();) {
    for (const Firing& firing : history.firings_after(seen, kAtOnce)) {
      firings.push_back(firing_to_json(firing));
    }
    seen += kAtOnce;
  }
  json& episodes = stored["episodes"] = json::array();
  for (const Episode& episode : history.episodes()) {
    episodes.push_back(episode_to_json(episode));
  }
  json& states = stored["states"] = json::array();
  for (const JudgementChange& change : history.judgements_after(0)) {
    states.push_back(judgement_to_json(change));
  }
  json& notices = stored["notices"] = json::array();
  for (const Notice& notice : history.notices_after(0)) {
    notices.push_back(notice_to_json(notice));
  }
  return write_whole(folder_of(run.id()) / "run.json", [&](std::ostream& out) {
    out << stored.dump(-1, ' ', false, json::error_handler_t::replace);
  });
}

Result<void> RunStore::write_report(const Run& run) const {
  const auto document = run.document();
  if (!document) {
    return {};  // read back from disk, where its report lies already
  }
  return write_whole(folder_of(run.id()) / kReportFile,
                     [&](std::ostream& out) { out << report::to_html(*document); });
}

Result<void> RunStore::write_series(const Run& run) const {
  return write_whole(folder_of(run.id()) / "series.bin", [&](std::ostream& out) {
    const auto all = run.history().series();
    out.write(kMagic.data(), static_cast<std::streamsize>(kMagic.size()));
    put(out, static_cast<std::uint64_t>(all.size()));
    for (const auto& series : all) {
      write_one_series(out, *series);
    }
  });
}

std::vector<std::shared_ptr<Run>> RunStore::load(std::vector<std::string>& complaints) const {
  std::vector<std::shared_ptr<Run>> runs;
  std::error_code failed;
  for (const std::string& name : support::names_in_folder(folder_.native(), failed)) {
    const fs::path folder = folder_ / name;
    if (!fs::exists(folder / "run.json", failed)) {
      continue;
    }
    std::shared_ptr<Run> run;
    try {
      run = load_run(folder);
    } catch (const std::exception&) {
      run = nullptr;
    }
    if (run) {
      runs.push_back(std::move(run));
    } else {
      complaints.push_back(folder.string() + " is not a readable run; it was left alone");
    }
  }
  std::sort(runs.begin(), runs.end(), [](const auto& a, const auto& b) {
    return a->status().started != b->status().started ? a->status().started < b->status().started
                                                      : a->id() < b->id();
  });
  return runs;
}

void RunStore::remove(const std::string& id) const {
  support::remove_with_content(folder_of(id).native());
}

std::uint64_t RunStore::bytes(const std::string& id) const {
  std::uint64_t total = 0;
  std::error_code failed;
  const fs::path folder = folder_of(id);
  for (const std::string& name : support::names_in_folder(folder.string(), failed)) {
    const auto size = fs::file_size(folder / name, failed);
    total += failed ? 0 : size;
  }
  return total;
}

}  // namespace fairmon::server
