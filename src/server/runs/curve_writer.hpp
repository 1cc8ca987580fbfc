#pragma once

#include <fairmon/verdict.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "server/history/run_history.hpp"

namespace fairmon::server {

/// Appends what one stream did to the curves of its instances. A batch is sorted out first and
/// every curve gets its share in one go, so that a value costs the run's side next to nothing.
class CurveWriter {
 public:
  /// How an instance is called in the legend, from the cells that name it.
  using Label = std::function<std::string(const Cell* parameters)>;

  CurveWriter(RunHistory& history, std::uint32_t stream, Type type, Label label);

  void write(const StreamVerdicts& rows, const std::vector<Timestamp>& cycle_times);
  /// What a stream said that counts the trials behind this one, or the hits among them.
  enum class Counted : std::uint8_t { Trials, Hits };
  void note_counts(const StreamVerdicts& rows, const std::vector<Timestamp>& cycle_times,
                   Counted counted);
  /// What a stream said that tells an end of this one's band.
  void write_end(const StreamVerdicts& rows, const std::vector<Timestamp>& cycle_times, bool lower);
  /// Calls `visit` with the cells that name each instance that has a curve.
  void visit_instances(const std::function<void(const Cell*)>& visit) const;

 private:
  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const noexcept {
      return std::hash<std::string_view>{}(text);
    }
  };
  /// A curve and what it is still to get.
  struct Curve {
    Series* series = nullptr;
    std::vector<std::int64_t> times;
    std::vector<double> values;
  };
  /// The instance seen last at this place of a small table, to spare most look-ups.
  struct Recent {
    std::string_view key;  ///< lies in the map, whose keys do not move
    std::uint32_t curve = 0;
    bool known = false;
  };

  std::uint32_t curve_of(const Cell* parameters, std::uint32_t num_cells);
  static void flush(Curve& curve);

  RunHistory& history_;
  std::uint32_t stream_;
  Type type_;
  Label label_;
  std::unordered_map<std::string, std::uint32_t, TextHash, std::equal_to<>> places_;
  std::array<Recent, 256> recent_{};
  std::vector<Curve> curves_;
  std::vector<std::uint32_t> waiting_;  ///< curves that are still to get something
};

}  // namespace fairmon::server
