#pragma once

#include <fairmon/verdict_sink.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plugins/writing/open_episodes.hpp"
#include "plugins/writing/output_options.hpp"
#include "plugins/writing/row_evidence.hpp"

namespace fairmon::plugins {

/// The rows of verdicts that an output shows, as its common options ask for.
class ChosenRows {
 public:
  explicit ChosenRows(CommonOutput common) : common_(std::move(common)) {}

  void open(const Spec& spec, const SinkContext& context);
  /// In verdict order; good until the next call.
  [[nodiscard]] const std::vector<VerdictRow>& of(const VerdictBatch& batch);

  /// The place where an output stands and, with `--episodes`, which episodes go on.
  [[nodiscard]] std::string position(std::string place) const;
  /// Takes the episodes out of such a position; the answer is the place.
  [[nodiscard]] Result<std::string> rewind(std::string_view position);

  [[nodiscard]] const VerdictFactory& factory() const { return *factory_; }
  [[nodiscard]] const TimeWriter& times() const { return times_; }
  [[nodiscard]] const CommonOutput& common() const { return common_; }

 private:
  CommonOutput common_;
  TimeWriter times_;
  std::optional<VerdictFactory> factory_;
  std::vector<VerdictRow> rows_;
  OpenEpisodes open_;
  RowEvidence evidence_;
};

}  // namespace fairmon::plugins
