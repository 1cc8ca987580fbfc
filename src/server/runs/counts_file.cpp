#include "server/runs/counts_file.hpp"

#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "server/runs/binary_io.hpp"

namespace fairmon::server {

namespace {

constexpr std::string_view kMagic = "FMCOUNTS1";

using Counts = std::vector<std::pair<std::int64_t, std::uint64_t>>;

void put_log(std::ostream& out, const CountLog& log) {
  const std::size_t size = log.size();
  put(out, static_cast<std::uint64_t>(size));
  for (std::size_t i = 0; i < size; ++i) {
    put(out, log.time(i).ns);
    put(out, log.count(i));
  }
}

bool get_log(std::istream& in, Counts& counts) {
  std::uint64_t size = 0;
  if (!get(in, size)) {
    return false;
  }
  for (std::uint64_t i = 0; i < size; ++i) {
    std::int64_t time = 0;
    std::uint64_t count = 0;
    if (!get(in, time) || !get(in, count)) {
      return false;
    }
    counts.emplace_back(time, count);
  }
  return true;
}

void note_all(CountLog& log, const Counts& counts) {
  for (const auto& [time, count] : counts) {
    log.note({time}, count);
  }
}

}  // namespace

void put_counts(std::ostream& out, const RunHistory& history) {
  const auto all = history.series();
  out.write(kMagic.data(), static_cast<std::streamsize>(kMagic.size()));
  put(out, static_cast<std::uint64_t>(all.size()));
  for (const auto& series : all) {
    put_log(out, series->trials());
    put_log(out, series->hits());
  }
}

bool read_counts(const std::filesystem::path& file, const RunHistory& history) {
  std::ifstream in(file, std::ios::binary);
  std::string magic(kMagic.size(), '\0');
  std::uint64_t size = 0;
  const auto all = history.series();
  if (!in.read(magic.data(), static_cast<std::streamsize>(magic.size())) || magic != kMagic ||
      !get(in, size) || size != all.size()) {
    return false;
  }
  std::vector<Counts> trials(all.size());
  std::vector<Counts> hits(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!get_log(in, trials[i]) || !get_log(in, hits[i])) {
      return false;
    }
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    note_all(all[i]->trials(), trials[i]);
    note_all(all[i]->hits(), hits[i]);
  }
  return true;
}

}  // namespace fairmon::server
