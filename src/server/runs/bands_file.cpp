#include "server/runs/bands_file.hpp"

#include <fstream>
#include <string>

#include "server/runs/binary_io.hpp"

namespace fairmon::server {

namespace {

constexpr std::string_view kBandsMagic = "FMBANDS1";

void put_end(std::ostream& out, const Series* end) {
  const std::size_t count = end == nullptr ? 0 : end->size();
  put(out, static_cast<std::uint64_t>(count));
  if (count > 0) {
    put_points(out, *end, 0, count);
  }
}

bool get_end(std::istream& in, Series* end) {
  std::uint64_t count = 0;
  if (!get(in, count) || (count > 0 && end == nullptr)) {
    return false;
  }
  for (std::uint64_t i = 0; i < count; ++i) {
    std::int64_t time = 0;
    double value = 0.0;
    if (!get(in, time) || !get(in, value)) {
      return false;
    }
    end->append({time}, value);
  }
  return true;
}

}  // namespace

void put_bands(std::ostream& out, const RunHistory& history) {
  const auto all = history.series();
  out.write(kBandsMagic.data(), static_cast<std::streamsize>(kBandsMagic.size()));
  put(out, static_cast<std::uint64_t>(all.size()));
  for (const auto& series : all) {
    put_end(out, series->lower());
    put_end(out, series->upper());
  }
}

void read_bands(const std::filesystem::path& file, const RunHistory& history) {
  std::ifstream in(file, std::ios::binary);
  std::string magic(kBandsMagic.size(), '\0');
  std::uint64_t size = 0;
  const auto all = history.series();
  if (!in.read(magic.data(), static_cast<std::streamsize>(magic.size())) || magic != kBandsMagic ||
      !get(in, size) || size != all.size()) {
    return;
  }
  for (const auto& series : all) {
    if (!get_end(in, series->lower()) || !get_end(in, series->upper())) {
      return;
    }
  }
}

}  // namespace fairmon::server
