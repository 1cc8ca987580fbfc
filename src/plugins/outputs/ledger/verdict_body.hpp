#pragma once

#include <fairmon/time_format.hpp>
#include <fairmon/verdict_sink.hpp>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace fairmon::plugins::ledger_output {

/// Writes verdicts as the bodies of lines of a ledger. What streams that tell of others say in the
/// same cycle (trials, hits, the ends of a band) stands beside the value.
class VerdictBodies {
 public:
  VerdictBodies(const Spec& spec, const SinkContext& context);

  /// Calls `take(body)` for every verdict of the batch, in order, until it gives an error.
  template <class Take>
  Result<void> each(const VerdictBatch& batch, const Take& take) {
    factory_.rows(batch, rows_);
    for (std::size_t at = 0; at < rows_.size();) {
      std::size_t end = at;
      while (end < rows_.size() && rows_[end].cycle == rows_[at].cycle) {
        ++end;
      }
      note_counts(at, end);
      for (; at < end; ++at) {
        body_.clear();
        if (!append(rows_[at], batch)) {
          continue;
        }
        if (auto taken = take(body_); !taken) {
          return taken;
        }
      }
    }
    return {};
  }

  [[nodiscard]] std::string time_text(Timestamp time) const;

 private:
  struct Counts {
    std::optional<std::uint64_t> trials;
    std::optional<std::uint64_t> hits;
    std::optional<double> lower;
    std::optional<double> upper;
  };
  using Key = std::pair<std::uint32_t, std::string>;  ///< stream, bytes of the parameters

  [[nodiscard]] Key key_of(std::uint32_t stream, const Cell* parameters) const;
  void note_counts(std::size_t begin, std::size_t end);
  bool append(const VerdictRow& row, const VerdictBatch& batch);
  void append_interval(const Counts& counts);
  void append_value(const Type& type, const Cell* cells);
  void append_instance(const StreamInfo& stream, const Cell* cells);
  void member(std::string_view name);

  VerdictFactory factory_;
  TimeWriter times_;
  std::vector<VerdictRow> rows_;
  std::map<Key, Counts> counts_;
  std::string body_;
};

}  // namespace fairmon::plugins::ledger_output
