#pragma once

#include <fairmon/symbols.hpp>
#include <fairmon/verdict_sink.hpp>

#include <memory>
#include <string>
#include <vector>

#include "runner/case_options.hpp"

namespace fairmon::runner {

/// Writes verdicts as the lines of a `verdicts` block.
class VerdictText {
 public:
  VerdictText(const Spec& spec, std::shared_ptr<SymbolTable> symbols, const CaseOptions& options);

  void append(const VerdictBatch& batch, std::vector<std::string>& lines);

 private:
  [[nodiscard]] std::string line(const VerdictRow& row) const;
  [[nodiscard]] bool shown(const StreamInfo& stream) const;

  std::shared_ptr<SymbolTable> symbols_;
  VerdictFactory factory_;
  std::vector<std::string> show_;
  std::vector<VerdictRow> rows_;
};

}  // namespace fairmon::runner
