#include "plugins/reading/reading_place.hpp"

#include <sstream>

namespace fairmon::plugins {

std::string ReadingPlace::to_text(const TimeReader& times, const RecordGate& gate) const {
  const auto start = times.start_time();
  std::ostringstream text;
  text << mark.file << ' ' << mark.file_mark << ' ' << mark.offset << ' ' << mark.digest << ' '
       << mark.finished << ' ' << mark.seen << ' ' << mark.seen_digest << ' ' << line << ' '
       << num_records << ' ' << times.last().ns << ' ' << gate.last().ns << ' '
       << static_cast<int>(times.format()) << ' ' << (start ? start->ns : 0) << ' '
       << start.has_value() << ' ' << gate.num_bad() << ' ' << gate.num_late();
  return text.str();
}

Result<ReadingPlace> ReadingPlace::from_text(std::string_view text, const FileList& files,
                                             std::optional<TimeReader>& times, RecordGate& gate) {
  std::istringstream in{std::string(text)};
  ReadingPlace place;
  std::int64_t last = 0;
  std::int64_t latest = 0;
  int format = 0;
  std::int64_t start = 0;
  bool started = false;
  std::uint64_t bad = 0;
  std::uint64_t late = 0;
  in >> place.mark.file >> place.mark.file_mark >> place.mark.offset >> place.mark.digest >>
      place.mark.finished >> place.mark.seen >> place.mark.seen_digest >> place.line >>
      place.num_records >> last >> latest >> format >> start >> started >> bad >> late;
  const bool known = format >= 0 && format <= static_cast<int>(TimeFormat::YearFirst);
  if (!in || !known || place.mark.file >= files.size()) {
    return Error(ErrorCode::Checkpoint, "the position in the data cannot be read");
  }
  times.emplace(static_cast<TimeFormat>(format),
                started ? std::optional(Timestamp{start}) : std::nullopt, false);
  times->set_last({last});
  gate.set_last({latest});
  gate.set_counts(bad, late);
  return place;
}

}  // namespace fairmon::plugins
