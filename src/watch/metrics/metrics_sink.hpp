#pragma once

#include <fairmon/readings.hpp>
#include <fairmon/verdict_sink.hpp>

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "watch/metrics/exposition.hpp"
#include "watch/metrics/standings.hpp"

namespace fairmon::watch {

/// Names of the metrics that tell of streams and triggers; what dashboards ask for.
namespace metric_names {
inline constexpr const char* kValue = "fairmon_stream_value";
inline constexpr const char* kLower = "fairmon_stream_lower";
inline constexpr const char* kUpper = "fairmon_stream_upper";
inline constexpr const char* kTrials = "fairmon_stream_trials";
inline constexpr const char* kFirings = "fairmon_trigger_firings";
inline constexpr const char* kEpisodes = "fairmon_trigger_episodes";
inline constexpr const char* kActive = "fairmon_trigger_active";
inline constexpr const char* kCut = "fairmon_series_cut";
}  // namespace metric_names

/// The newest values of a run as metrics: public and plotted numbers by instance, triggers with
/// their firings and episodes. Written by the run, read by whoever asks.
class MetricsSink final : public VerdictSink {
 public:
  /// Of so many series of streams; further ones are only counted.
  MetricsSink(std::string monitor, std::size_t most_series)
      : monitor_(std::move(monitor)), most_series_(most_series) {}

  Result<void> open(const Spec& spec, const SinkContext& context) override;
  Result<void> write(const VerdictBatch& batch) override;
  Result<void> flush() override { return {}; }
  Result<void> close(const RunSummary&) override { return {}; }
  [[nodiscard]] VerdictSelection selection() const override { return selected(); }
  /// The values themselves: a run that goes on has them from its first moment.
  [[nodiscard]] std::string position() const override;
  Result<void> rewind(std::string_view position) override;
  [[nodiscard]] bool mark_symbols(SymbolMarks& alive) const override;

  /// Whether the values of a stream become metrics.
  [[nodiscard]] static bool is_shown(const StreamInfo& stream);
  /// Appends samples to the families of these names, which are made where they are not there.
  void collect(std::vector<MetricFamily>& families) const;
  /// How the requirements stand, with the triggers they belong to.
  struct Picture {
    std::vector<Standing> standings;
    std::vector<StreamInfo> triggers;
    std::optional<Timestamp> start;  ///< calendar time of monitor time 0, if there is one
  };
  [[nodiscard]] Picture standings() const;

 private:
  struct Trigger {
    std::uint32_t stream = 0;
    std::optional<std::uint32_t> state;  ///< the stream that tells whether its condition holds
    std::uint64_t firings = 0;
    std::uint64_t episodes = 0;
    std::unordered_set<std::string> open;  ///< instances, by the bytes of their parameters
  };
  [[nodiscard]] static VerdictSelection selected();
  void count(Trigger& trigger, const VerdictBatch& batch);
  std::size_t collect_stream(std::uint32_t stream, std::size_t room,
                             std::vector<MetricFamily>& families) const;

  std::string monitor_;
  std::size_t most_series_;
  mutable std::mutex mutex_;  ///< guards what follows
  std::optional<Spec> spec_;
  std::shared_ptr<SymbolTable> symbols_;
  std::optional<Readings> readings_;
  std::vector<std::uint32_t> shown_;
  std::vector<Trigger> triggers_;
  std::optional<Standings> standings_;
  std::optional<Timestamp> start_;
};

/// The family of that name, made if it is not there.
[[nodiscard]] MetricFamily& family(std::vector<MetricFamily>& families, const char* name,
                                   MetricKind kind, const char* help);

}  // namespace fairmon::watch
