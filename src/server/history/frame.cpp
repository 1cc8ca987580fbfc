#include "server/history/frame.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

namespace fairmon::server {

static_assert(std::endian::native == std::endian::little, "frames are written as they lie");

namespace {

template <typename T>
void append_value(std::string& bytes, T value) {
  char raw[sizeof(T)];
  std::memcpy(raw, &value, sizeof(T));
  bytes.append(raw, sizeof(T));
}

void put_column(std::string& bytes, const std::vector<double>& column) {
  if (column.empty()) {
    return;
  }
  const std::size_t at = bytes.size();
  bytes.resize(at + column.size() * sizeof(double));
  std::memcpy(bytes.data() + at, column.data(), column.size() * sizeof(double));
}

constexpr std::size_t kCountOffset = 12;

/// A curve with its number on the wire.
struct Drawn {
  std::uint32_t id;
  const Series* series;
};

/// The curves of a panel, each followed by the ends of its band.
std::vector<Drawn> curves_of_panel(const Panel& panel,
                                   const std::vector<std::shared_ptr<Series>>& all) {
  std::vector<Drawn> curves;
  for (const std::uint32_t id : series_of_panel(panel, all)) {
    curves.push_back({id, all[id].get()});
    if (all[id]->lower() != nullptr) {
      curves.push_back({id | FrameWriter::kLowerBit, all[id]->lower()});
      curves.push_back({id | FrameWriter::kUpperBit, all[id]->upper()});
    }
  }
  return curves;
}

}  // namespace

std::vector<std::uint32_t> series_of_panel(const Panel& panel,
                                           const std::vector<std::shared_ptr<Series>>& all) {
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t id = 0; id < all.size(); ++id) {
    const bool ours =
        std::any_of(panel.streams.begin(), panel.streams.end(),
                    [&](const DrawnStream& stream) { return stream.index == all[id]->stream(); });
    if (ours) {
      numbers.push_back(id);
    }
  }
  return numbers;
}

void FrameWriter::set_view(const View& view) {
  view_ = view;
  view_.width = std::clamp(view.width, 16U, 8192U);
  fresh_view_ = true;
  bucket_ = 0;
  sent_.clear();
}

bool FrameWriter::due(const RunHistory& history) const noexcept {
  return fresh_view_ || version_ != history.version();
}

std::string FrameWriter::next(const RunHistory& history) {
  version_ = history.version();
  std::string bytes;
  begin_frame(bytes);
  std::uint32_t count = 0;
  if (view_.panel < history.panels().size()) {
    count = view_.exact || !view_.live ? write_exact(history, bytes) : write_quick(history, bytes);
  }
  points_.clear();
  write_series(bytes, kReachedId, to_seconds(history.reached()));
  ++count;
  std::memcpy(bytes.data() + kCountOffset, &count, sizeof(count));
  fresh_view_ = false;
  return bytes;
}

void FrameWriter::begin_frame(std::string& bytes) const {
  append_value(bytes, kKindSeries);
  append_value(bytes, view_.slot);
  append_value(bytes, view_.generation);
  append_value(bytes, std::uint32_t{0});  // the count, known at the end
}

void FrameWriter::write_series(std::string& bytes, std::uint32_t id, double cut) {
  append_value(bytes, id);
  append_value(bytes, static_cast<std::uint32_t>(points_.size()));
  append_value(bytes, cut);
  put_column(bytes, points_.times);
  put_column(bytes, points_.values);
}

std::uint32_t FrameWriter::write_quick(const RunHistory& history, std::string& bytes) {
  const auto all = history.series();
  const Timestamp reached = history.reached();
  const bool everything = view_.span <= 0.0;
  const Timestamp from = everything ? Timestamp{0} : from_seconds(to_seconds(reached) - view_.span);
  // One bucket for about two pixels.
  const std::int64_t bucket = quick_bucket(from, reached, std::max(1U, view_.width / 2));
  const bool snapshot = fresh_view_ || bucket > bucket_;
  if (snapshot) {
    bucket_ = bucket;
    sent_.clear();
  }
  std::uint32_t count = 0;
  for (const auto& [id, drawn] : curves_of_panel(history.panels()[view_.panel], all)) {
    const Series& series = *drawn;
    const std::size_t size = series.size();
    const auto known = sent_.find(id);
    if (size == 0 || (known != sent_.end() && known->second.count == size)) {
      continue;
    }
    points_.clear();
    double cut = -std::numeric_limits<double>::infinity();
    if (known == sent_.end()) {
      // A window needs the value that holds where it begins.
      const std::size_t first = series.lower_bound(bucket_begin(from, bucket_), size);
      const Timestamp start = first == 0 ? series.time(0) : series.time(first - 1);
      reduce_quick(series, start, bucket_, points_);
    } else {
      cut = to_seconds(known->second.cut);
      reduce_quick(series, known->second.cut, bucket_, points_);
    }
    write_series(bytes, id, cut);
    // Values may have been added meanwhile; the bucket of the last one seen at `size` stays open.
    sent_[id] = {size, bucket_begin(series.time(size - 1), bucket_)};
    ++count;
  }
  return count;
}

std::uint32_t FrameWriter::write_exact(const RunHistory& history, std::string& bytes) {
  const auto all = history.series();
  Timestamp from = from_seconds(view_.from);
  Timestamp to = from_seconds(view_.to);
  if (view_.live) {
    to = history.reached();
    from = view_.span <= 0.0 ? Timestamp{0} : from_seconds(to_seconds(to) - view_.span);
  }
  std::uint32_t count = 0;
  for (const auto& [id, drawn] : curves_of_panel(history.panels()[view_.panel], all)) {
    const Series& series = *drawn;
    const auto known = sent_.find(id);
    const std::size_t size = series.size();
    // A range that has been passed does not change any more.
    if (size == 0 || (known != sent_.end() &&
                      (known->second.count == size || (!view_.live && known->second.cut > to)))) {
      continue;
    }
    points_.clear();
    reduce_exact(series, from, to, view_.width, points_);
    write_series(bytes, id, -std::numeric_limits<double>::infinity());
    sent_[id] = {size, series.time(size - 1)};
    ++count;
  }
  return count;
}

}  // namespace fairmon::server
