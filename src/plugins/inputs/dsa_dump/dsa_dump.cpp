#include <fairmon/plugin.hpp>

#include <algorithm>
#include <array>

#include "plugins/inputs/dsa_dump/dump_source.hpp"

namespace fairmon::plugins::inputs {

namespace {

constexpr std::string_view kDocumentation =
    R"(Reads daily dumps of the EU's DSA Transparency Database: `sor-…-full.zip` and
`sor-…-light.zip`, in place, without unpacking them to disk. Several days are read in the
order of their dates.

Values have the form the research API gives them, so that one specification runs on both:
dates as `2025-11-26T10:11:12.000000Z`, `automated_detection` as Bool, lists of codes joined
by `__`, empty fields absent. Dumps hold no `id`: an input `id` gets the running number of the
statement, counted from 1 over all files.

Dumps are in the order of ids, which is nearly that of time. Statements are put into the order
of `created_at`, as the research API gives them; one that comes more than `--max-disorder` after
a later one is late (`--on-late`).

A file `….zip.sha1` beside a dump is compared with it. Lines damaged by `\"` are repaired
where possible; others are bad records (`--on-bad-record skip`).
)";

std::vector<OptionInfo> make_options() {
  OptionInfo verify;
  verify.name = "no-verify";
  verify.kind = OptionKind::Flag;
  verify.incidental = true;
  verify.summary = "do not compare with the .sha1 file beside a dump";
  OptionInfo duplicates;
  duplicates.name = "unique";
  duplicates.kind = OptionKind::Flag;
  duplicates.summary = "leave out statements whose platform and key (puid) were seen before";
  OptionInfo threads;
  threads.name = "threads";
  threads.kind = OptionKind::Integer;
  threads.incidental = true;
  threads.summary = "threads that unpack ahead";
  threads.default_value = "2";
  threads.placeholder = "N";
  OptionInfo disorder;
  disorder.name = "max-disorder";
  disorder.kind = OptionKind::Duration;
  disorder.summary =
      "how far statements may be out of the order of time and are still put into their place";
  disorder.default_value = "10min";
  disorder.placeholder = "DURATION";
  return {verify, duplicates, threads, disorder};
}

std::span<const OptionInfo> options_table() {
  static const std::vector<OptionInfo> kTable = make_options();
  return kTable;
}

/// Names differ in the day only, so their last part sorts by day.
std::string sort_key(const std::string& file) {
  const auto day = file.find("-20");
  return day == std::string::npos ? file : file.substr(day);
}

Result<std::unique_ptr<EventSource>> make(const OptionValues& options,
                                          const std::vector<std::string>& targets) {
  if (targets.empty()) {
    return Error(ErrorCode::Usage, "name the dumps to read, e.g. sor-global-2025-11-26-light.zip");
  }
  DumpSettings settings;
  settings.files = targets;
  std::stable_sort(
      settings.files.begin(), settings.files.end(),
      [](const std::string& a, const std::string& b) { return sort_key(a) < sort_key(b); });
  settings.verify = !options.flag("no-verify");
  settings.remove_duplicates = options.flag("unique");
  settings.threads =
      static_cast<unsigned>(std::clamp<std::int64_t>(options.integer("threads"), 1, 64));
  settings.max_disorder = options.duration("max-disorder");
  if (settings.max_disorder.ns < 0) {
    return Error(ErrorCode::Usage, "--max-disorder must not be negative");
  }
  return std::unique_ptr<EventSource>(std::make_unique<DsaDumpSource>(std::move(settings)));
}

constexpr std::array<std::string_view, 1> kSuffixes = {".zip"};

}  // namespace

extern const InputPlugin dsa_dump;
const InputPlugin dsa_dump = {
    "dsa-dump",     "statements of reasons from daily dumps of the DSA database",
    kDocumentation, kSuffixes,
    options_table,  make};

}  // namespace fairmon::plugins::inputs
