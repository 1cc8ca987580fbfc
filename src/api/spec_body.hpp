#pragma once

#include <fairmon/spec.hpp>

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "ir/evidence/evidence.hpp"
#include "ir/program.hpp"

namespace fairmon::detail {

/// What a Spec shares. Streams are numbered as in the program; hidden ones are not described.
struct SpecBody {
  SourceFile source;
  std::optional<double> level;  ///< asked for from outside
  std::shared_ptr<const ir::Program> program;
  std::vector<StreamInfo> streams;
  std::vector<PanelInfo> panels;
  InputSchema schema;
  std::vector<Tag> tags;  ///< of the specification as a whole
  std::vector<ir::evidence::Budget> budgets;

  /// Of the program before its passes, which never change verdicts: a checkpoint fits with and
  /// without them as far as this goes.
  [[nodiscard]] const std::string& digest() const;
  /// State fits only the very program it was saved from, passes included.
  [[nodiscard]] const std::string& state_digest() const;

 private:
  // Found out when first asked for: most runs save nothing, and printing a program takes time.
  mutable std::mutex digests_;
  mutable std::string digest_;
  mutable std::string state_digest_;
};

}  // namespace fairmon::detail
