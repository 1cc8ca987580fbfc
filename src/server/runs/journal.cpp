#include "server/runs/journal.hpp"

#include <fstream>

#include "server/runs/binary_io.hpp"

namespace fairmon::server {

namespace fs = std::filesystem;

namespace {

constexpr std::uint32_t kLongestLabel = 1'000'000;

/// The piece of one series: which one it is, then points.
void write_piece(std::ostream& out, std::uint32_t id, const Series& series, std::size_t begin,
                 std::size_t end) {
  const std::string& label = series.label();
  put(out, id);
  put(out, series.stream());
  put(out, static_cast<std::uint32_t>(begin == 0 ? label.size() : 0));
  if (begin == 0) {
    out.write(label.data(), static_cast<std::streamsize>(label.size()));
  }
  put(out, static_cast<std::uint64_t>(end - begin));
  put_points(out, series, begin, end);
}

bool read_piece(std::istream& in, RunHistory& history, std::vector<Series*>& known) {
  std::uint32_t id = 0;
  std::uint32_t stream = 0;
  std::uint32_t length = 0;
  std::uint64_t count = 0;
  if (!get(in, id) || !get(in, stream) || !get(in, length) || length > kLongestLabel ||
      id > known.size()) {
    return false;
  }
  std::string label(length, '\0');
  if (!in.read(label.data(), static_cast<std::streamsize>(length)) || !get(in, count)) {
    return false;
  }
  if (id == known.size()) {
    known.push_back(&history.add_series(stream, std::move(label)));
  }
  for (std::uint64_t i = 0; i < count; ++i) {
    std::int64_t time = 0;
    double value = 0.0;
    if (!get(in, time) || !get(in, value)) {
      return false;
    }
    known[id]->append({time}, value);
  }
  return true;
}

}  // namespace

Journal::Journal(fs::path file) : file_(std::move(file)) {}

Result<void> Journal::append(const RunHistory& history) {
  const auto all = history.series();
  std::ofstream out(file_, std::ios::binary | std::ios::app);
  for (std::size_t id = 0; id < all.size(); ++id) {
    const std::size_t count = all[id]->size();
    const bool is_new = id >= written_.size();
    if (is_new || count > written_[id]) {
      write_piece(out, static_cast<std::uint32_t>(id), *all[id], is_new ? 0 : written_[id], count);
    }
    if (is_new) {
      written_.push_back(0);
    }
    // A series without points is told again with its first ones, under the same number.
    written_[id] = count;
  }
  out.close();
  return out ? Result<void>() : Error(ErrorCode::Output, "cannot write " + file_.string());
}

void read_journal(const fs::path& file, RunHistory& history) {
  std::ifstream in(file, std::ios::binary);
  std::vector<Series*> known;
  while (read_piece(in, history, known)) {
  }
}

}  // namespace fairmon::server
