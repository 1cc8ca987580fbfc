#pragma once

#include <fairmon/monitor.hpp>
#include <fairmon/shards/plan.hpp>

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/run/bounded_ring.hpp"
#include "pipeline/shards/router.hpp"
#include "pipeline/shards/slice.hpp"
#include "support/thread.hpp"

namespace fairmon::pipeline {

struct ShardOptions {
  std::uint32_t workers = 1;
  /// Into how many monitors the keys of a part are divided, whoever does the work; what checkpoints
  /// hold is per monitor.
  std::uint32_t groups = 1;
  MonitorOptions monitor;
};

/// Several monitors in the place of one: gives each the events of its keys, lets them work on
/// threads, and gives back verdicts as one monitor would have. Everything here is called from one
/// thread.
class ShardSet {
 public:
  [[nodiscard]] static Result<std::unique_ptr<ShardSet>> open(const Spec& spec, ShardPlan plan,
                                                              const ShardOptions& options);
  ~ShardSet();
  ShardSet(const ShardSet&) = delete;
  ShardSet& operator=(const ShardSet&) = delete;

  /// Hands events, or the time, on; the verdicts come with `take`, in the same order.
  void give(const EventBatch& events, RowRange rows);
  void advance_to(Timestamp time);
  /// The end of the input: deadlines up to the last event are due.
  void finish();
  [[nodiscard]] std::size_t in_flight() const noexcept { return in_flight_.size(); }
  /// Waits for the oldest that was given; there must be one. How many events it had is `num_rows`.
  Result<void> take(VerdictBatch& verdicts, std::size_t& num_rows);
  void shape(VerdictBatch& verdicts) const;

  // Only while nothing is in flight.
  [[nodiscard]] bool mark_symbols(SymbolMarks& alive) const;
  void forget_texts();
  /// The state of all monitors, each in a section of its own (state.hpp).
  [[nodiscard]] std::string save(const SymbolMarks& held) const;
  Result<void> restore(std::string_view bytes);

  /// Living instances of a stream, as of the last slice that was taken.
  [[nodiscard]] std::uint64_t num_instances(std::uint32_t stream) const;
  [[nodiscard]] std::uint32_t num_workers() const noexcept { return options_.workers; }

 private:
  struct Unit {
    std::uint32_t part;
    std::string name;  ///< of its section in a checkpoint
    Monitor monitor;
    std::uint32_t worker = 0;
  };
  struct Worker {
    explicit Worker(std::size_t depth) : ring(depth) {}
    BoundedRing<Slice*> ring;
    std::vector<std::uint32_t> units;
    support::Thread thread;
  };

  ShardSet(const Spec& spec, ShardPlan plan, const ShardOptions& options);
  Result<void> make_units();
  Result<void> add_unit(std::uint32_t part, std::string name, std::uint32_t worker,
                        const std::vector<std::uint32_t>& observed);
  Result<void> start_workers();
  void work(Worker& worker);
  void run_unit(Unit& unit, ShardWork& work, const std::optional<Timestamp>& until);
  Slice& fresh_slice();
  void submit();
  void scatter(const EventBatch& events, RowRange rows, Slice& slice);
  void count_instances();

  Spec spec_;
  ShardPlan plan_;
  ShardOptions options_;
  std::vector<Unit> units_;
  std::vector<std::uint32_t> first_unit_;  ///< by part
  std::vector<std::optional<Router>> routers_;
  std::vector<std::vector<bool>> wanted_inputs_;            ///< by part
  std::vector<const std::vector<std::uint32_t>*> streams_;  ///< by unit
  std::deque<Worker> workers_;
  std::deque<std::unique_ptr<Slice>> in_flight_;
  std::vector<std::unique_ptr<Slice>> spare_;
  std::vector<std::uint32_t> groups_;  ///< of the rows being handed out
  std::optional<Timestamp> last_event_;
  std::vector<std::uint64_t> instances_;
  std::mutex mutex_;  ///< guards Slice::num_open of all slices
  std::condition_variable done_;
};

}  // namespace fairmon::pipeline
