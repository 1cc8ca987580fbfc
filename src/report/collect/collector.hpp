#pragma once

#include <fairmon/episodes.hpp>
#include <fairmon/findings.hpp>
#include <fairmon/judgements.hpp>
#include <fairmon/readings.hpp>
#include <fairmon/verdict_sink.hpp>

#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "report/collect/course.hpp"
#include "report/collect/quarters.hpp"

namespace fairmon::report {

/// One instance of a stream over the whole run.
struct Series {
  std::vector<Cell> instance;
  std::string name;  ///< of the instance; empty without parameters
  double last = 0.0;
  double smallest = 0.0;
  double largest = 0.0;
  Timestamp first;
  Timestamp as_of;
  std::uint64_t updates = 0;
  bool fell = false;    ///< a value was below the one before it
  bool closed = false;  ///< the instance is gone
  Course course;
  std::vector<std::pair<std::int32_t, double>> quarters;  ///< the latest value in each
};

/// Keeps of a run what a report needs, in bounded memory.
class Collector final : public VerdictSink {
 public:
  /// Instances of a stream beyond so many are only counted.
  static constexpr std::size_t kMostInstances = 2000;
  /// So many of them have a course.
  static constexpr std::size_t kMostCourses = 64;

  /// The specification must be compiled with findings.
  explicit Collector(const Spec& spec);

  Result<void> open(const Spec& spec, const SinkContext& context) override;
  Result<void> write(const VerdictBatch& batch) override;
  Result<void> flush() override { return {}; }
  Result<void> close(const RunSummary& summary) override;
  [[nodiscard]] VerdictSelection selection() const override;
  [[nodiscard]] bool mark_symbols(SymbolMarks& alive) const override;

  [[nodiscard]] const Spec& spec() const noexcept { return spec_; }
  [[nodiscard]] const std::vector<Requirement>& requirements() const noexcept {
    return requirements_;
  }
  [[nodiscard]] const std::vector<Series>& series(std::uint32_t stream) const {
    return followed_[stream].series;
  }
  /// The one of the same instance in the stream that tells of another, if there is one.
  [[nodiscard]] const Series* told(std::uint32_t stream, StreamInfo::Tells what,
                                   const Series& of) const;
  [[nodiscard]] const Series* find(std::uint32_t stream, const std::vector<Cell>& instance) const;
  [[nodiscard]] std::uint64_t num_not_kept(std::uint32_t stream) const {
    return followed_[stream].not_kept;
  }
  [[nodiscard]] int shift() const noexcept { return shift_; }
  /// How triggers with statements (`certain`) are judged.
  [[nodiscard]] const TriggerStates& states() const noexcept { return states_; }
  [[nodiscard]] const EpisodeLog& episodes() const noexcept { return log_; }
  [[nodiscard]] const RunSummary& summary() const noexcept { return summary_; }
  [[nodiscard]] const std::optional<Timestamp>& start_time() const noexcept { return start_time_; }
  [[nodiscard]] const std::vector<std::string>& failures() const noexcept { return failures_; }
  /// Order of instances by their parameters.
  [[nodiscard]] bool comes_before(std::uint32_t stream, const Series& a, const Series& b) const;

 private:
  struct Followed {
    bool wanted = false;
    std::vector<Series> series;
    std::unordered_map<std::string, std::uint32_t> places;
    std::uint64_t not_kept = 0;
  };
  void take(std::uint32_t stream, const VerdictBatch& batch, bool one_quarter);
  Series* place(std::uint32_t stream, const Cell* parameters, std::uint32_t num_cells);
  void make_room(Timestamp reached);

  Spec spec_;
  std::vector<Requirement> requirements_;
  std::vector<Followed> followed_;
  std::optional<VerdictFactory> factory_;
  std::optional<EpisodeReader> reader_;
  EpisodeLog log_{false};
  TriggerStates states_;
  std::shared_ptr<SymbolTable> symbols_;
  std::optional<Timestamp> start_time_;
  Quarters quarters_;
  RunSummary summary_;
  std::vector<std::string> failures_;
  int shift_ = 0;  ///< of all courses: stretches of 2^shift nanoseconds
};

}  // namespace fairmon::report
