#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "server/history/reduce.hpp"
#include "server/history/run_history.hpp"

namespace fairmon::server {

/// What a page wants to see of a panel.
struct View {
  std::uint32_t slot = 0;        ///< the page's own number for this view
  std::uint32_t panel = 0;       ///< index of the panel
  std::uint32_t generation = 0;  ///< raised by the page at every change of the view
  bool live = true;              ///< follows the newest value; otherwise the range [from, to]
  bool exact = false;
  double from = 0.0;
  double to = 0.0;
  double span = 0.0;  ///< live: seconds shown, 0 for everything
  std::uint32_t width = 800;
};

/// Writes series frames for one view and remembers what the page already has, so that the next
/// frame brings only what changed. The byte layout is described in docs/internals/wire.md.
class FrameWriter {
 public:
  static constexpr std::uint32_t kKindSeries = 1;
  /// Entry that carries how far the run has got instead of points.
  static constexpr std::uint32_t kReachedId = 0xffff'ffffU;
  /// Added to the number of a series: the entry is the lower or upper end of its band.
  static constexpr std::uint32_t kLowerBit = 0x4000'0000U;
  static constexpr std::uint32_t kUpperBit = 0x8000'0000U;

  void set_view(const View& view);
  [[nodiscard]] const View& view() const noexcept { return view_; }
  /// True if a frame would bring something new.
  [[nodiscard]] bool due(const RunHistory& history) const noexcept;
  /// The next frame as bytes.
  [[nodiscard]] std::string next(const RunHistory& history);

 private:
  struct Sent {
    std::size_t count = 0;  ///< values the series had at the last frame
    Timestamp cut;          ///< begin of the last bucket sent
  };
  void begin_frame(std::string& bytes) const;
  std::uint32_t write_quick(const RunHistory& history, std::string& bytes);
  std::uint32_t write_exact(const RunHistory& history, std::string& bytes);
  void write_series(std::string& bytes, std::uint32_t id, double cut);

  View view_;
  bool fresh_view_ = true;
  std::uint64_t version_ = 0;
  std::int64_t bucket_ = 0;
  std::map<std::uint32_t, Sent> sent_;
  Points points_;
};

/// Numbers of the series that belong to a panel.
[[nodiscard]] std::vector<std::uint32_t> series_of_panel(
    const Panel& panel, const std::vector<std::shared_ptr<Series>>& all);

}  // namespace fairmon::server
