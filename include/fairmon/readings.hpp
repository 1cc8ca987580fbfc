#pragma once

#include <fairmon/spec.hpp>
#include <fairmon/symbols.hpp>
#include <fairmon/verdict.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace fairmon {

/// The newest value of one instance of a stream, and what stands behind it.
struct Reading {
  std::vector<Cell> instance;  ///< the parameters
  std::vector<Cell> value;     ///< empty: it never had one
  Timestamp as_of;             ///< when it got the value
  std::uint64_t updates = 0;
  std::optional<std::uint64_t> trials;  ///< behind this value; where known
  std::optional<std::uint64_t> hits;    ///< where it is a rate
  std::optional<double> lower;          ///< ends of its band, where it has one
  std::optional<double> upper;
};

/// The newest values of some streams, with the trials, hits and bands that streams added by
/// `compile_with_findings` tell. Not thread-safe.
class Readings {
 public:
  /// Beyond `most_instances` of a stream further ones are only counted.
  Readings(Spec spec, std::vector<bool> shown, std::size_t most_instances);

  /// Takes what a batch says. `note(stream, index, value)` is called for every value.
  template <class Note>
  void take(const VerdictBatch& batch, Note&& note) {
    for (const std::uint32_t stream : followed_) {
      const StreamVerdicts& rows = batch.streams[stream];
      for (std::size_t row = 0; row < rows.num_rows(); ++row) {
        if (rows.kind[row] != ChangeKind::Value) {
          continue;
        }
        const std::uint32_t place = take_row(stream, rows, row, batch.cycle_times[rows.cycle[row]]);
        if (place != kNone && !tells(stream)) {
          note(stream, place, rows.values.data() + row * rows.cells_per_value);
        }
      }
    }
  }

  /// The same for those who want to know of no value but the newest.
  void take(const VerdictBatch& batch);

  [[nodiscard]] const std::vector<Reading>& of(std::uint32_t stream) const {
    return states_[stream].readings;
  }
  /// How many instances had values that were not kept.
  [[nodiscard]] bool more_than_kept(std::uint32_t stream) const { return states_[stream].more; }
  [[nodiscard]] const Spec& spec() const noexcept { return spec_; }

  void save(std::string& bytes) const;
  [[nodiscard]] bool load(std::string_view& bytes);
  /// Marks the texts among instances and values.
  void mark_symbols(SymbolMarks& alive) const;

 private:
  static constexpr std::uint32_t kNone = 0xffff'ffffU;
  struct State {
    std::vector<Reading> readings;
    std::unordered_map<std::string, std::uint32_t> places;
    bool more = false;
  };
  [[nodiscard]] bool tells(std::uint32_t stream) const {
    return spec_.streams()[stream].tells != StreamInfo::Tells::Nothing;
  }
  std::uint32_t take_row(std::uint32_t stream, const StreamVerdicts& rows, std::size_t row,
                         Timestamp time);
  void keep(std::uint32_t stream, const StreamVerdicts& rows, std::size_t row, Timestamp time,
            Reading& reading) const;
  [[nodiscard]] std::uint32_t place_in_row(std::uint32_t meant, const StreamVerdicts& rows,
                                           std::size_t row);
  std::uint32_t place_of(std::uint32_t stream, std::string_view key, const Cell* parameters,
                         std::uint32_t num_cells);

  Spec spec_;
  std::size_t most_instances_;
  std::vector<std::uint32_t> followed_;  ///< shown ones, then those that tell of them
  std::vector<State> states_;
  std::vector<std::size_t> newest_;  ///< while a batch is taken: by place, the last row, from 1
};

/// A value as a height for curves: Bool 0 or 1, numbers as they are, durations in seconds, times in
/// seconds since 1970; an absent value and anything that has no height is not a number.
[[nodiscard]] double height_of(const Type& type, const Cell* cells);

/// The parameters of an instance side by side: `A, 3`; an empty text as `""`, so that it is seen.
[[nodiscard]] std::string instance_name(const StreamInfo& stream, const Cell* parameters,
                                        const SymbolTable& symbols);

/// Marks the texts among the parameters of an instance.
void mark_instance(const StreamInfo& stream, const Cell* parameters, SymbolMarks& alive);

/// Whether a value of that time is old news at the end of a run: a stream with a clock was not
/// evaluated at its latest tick, another one for more than a tenth of the run.
[[nodiscard]] bool is_old(const StreamInfo& stream, Timestamp as_of, Timestamp reached);

}  // namespace fairmon
