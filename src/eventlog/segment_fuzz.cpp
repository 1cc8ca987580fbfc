// Any bytes may stand in a segment after a crash. The good part is read, is the same when read
// again, and what was durable once is never taken for something torn.
#include <cstdint>
#include <string>
#include <vector>

#include "eventlog/segment.hpp"

namespace {

using namespace fairmon::eventlog;

[[noreturn]] void broken() { __builtin_trap(); }

std::vector<std::string> records_of(std::string_view bytes, SegmentScan& scan) {
  std::vector<std::string> records;
  scan = scan_segment(bytes, [&](Frame&& frame) {
    for (LoggedEvent& event : frame.events) {
      records.push_back(std::move(event.record));
    }
  });
  return records;
}

void check_good_part(std::string_view bytes) {
  SegmentScan scan;
  const auto records = records_of(bytes, scan);
  if (scan.good_bytes > bytes.size()) {
    broken();
  }
  SegmentScan again;
  const auto same = records_of(bytes.substr(0, scan.good_bytes), again);
  if (same != records || again.good_bytes != scan.good_bytes || again.end != SegmentEnd::Clean ||
      again.next != scan.next) {
    broken();
  }
}

/// Frames in groups of two, as a log writes them; the input says how they are cut and changed.
void check_crash(const std::uint8_t* data, std::size_t size) {
  if (size < 4) {
    return;
  }
  std::string bytes;
  append_head(bytes, {0, {{"client", 3}}});
  std::vector<std::string> written;
  std::size_t durable = bytes.size();
  std::size_t last_group = durable;
  for (std::size_t i = 4; i < size && written.size() < 16; i += 1 + data[i] % 7) {
    if (written.size() % 2 == 0) {
      durable = bytes.size();
      last_group = durable;
    }
    Frame frame;
    frame.durable = durable;
    frame.first = written.size();
    written.emplace_back(reinterpret_cast<const char*>(data + i), size - i);
    frame.events.push_back({"", written.back()});
    append_frame(bytes, frame);
  }
  const std::size_t at = (data[0] + 256U * data[1]) % bytes.size();
  if (data[2] != 0) {
    bytes[at] = static_cast<char>(bytes[at] ^ data[2]);
  } else {
    bytes.resize(at);
  }
  SegmentScan scan;
  const auto records = records_of(bytes, scan);
  if (records.size() > written.size()) {
    broken();
  }
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (records[i] != written[i]) {
      broken();
    }
  }
  const bool behind_durable = data[2] != 0 && scan.good_bytes < last_group && scan.head.has_value();
  if (behind_durable && scan.end != SegmentEnd::Damaged) {
    broken();
  }
  if (data[2] != 0 && at >= last_group && scan.end == SegmentEnd::Damaged) {
    broken();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  check_good_part({reinterpret_cast<const char*>(data), size});
  check_crash(data, size);
  return 0;
}
