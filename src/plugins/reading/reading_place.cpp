#include "plugins/reading/reading_place.hpp"

#include <sstream>

namespace fairmon::plugins {

std::string ReadingPlace::to_text(const TimeReader& times, const RecordGate& gate) const {
  const auto start = times.start_time();
  std::ostringstream text;
  text << file << ' ' << file_mark << ' ' << offset << ' ' << line << ' ' << num_records << ' '
       << times.last().ns << ' ' << gate.last().ns << ' ' << static_cast<int>(times.format()) << ' '
       << (start ? start->ns : 0) << ' ' << start.has_value() << ' ' << gate.num_bad() << ' '
       << gate.num_late();
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
  in >> place.file >> place.file_mark >> place.offset >> place.line >> place.num_records >> last >>
      latest >> format >> start >> started >> bad >> late;
  const bool known = format >= 0 && format <= static_cast<int>(TimeFormat::Rfc3339);
  if (!in || !known || place.file >= files.size()) {
    return Error(ErrorCode::Checkpoint, "the position in the data cannot be read");
  }
  times.emplace(static_cast<TimeFormat>(format),
                started ? std::optional(Timestamp{start}) : std::nullopt, false);
  times->set_last({last});
  gate.set_last({latest});
  gate.set_counts(bad, late);
  return place;
}

Result<void> ReadingPlace::check(const ByteStream& stream, const FileList& files) const {
  // A file that is not followed may be a copy; its content is compared by other means.
  if (!files.follow() || file_mark == stream.file_mark()) {
    return {};
  }
  return Error(ErrorCode::Checkpoint,
               "`" + files.name() +
                   "` was replaced by another file after the checkpoint (rotated?), and records "
                   "of the old one may be missing; put the old one back, or start anew without "
                   "--resume");
}

}  // namespace fairmon::plugins
