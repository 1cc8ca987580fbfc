#pragma once

#include <fairmon/pipeline.hpp>

#include <memory>
#include <optional>
#include <vector>

#include "report/build/build.hpp"
#include "report/collect/watched_source.hpp"

namespace fairmon::cli {

/// Judges the rows of a run again while it goes on, with windows half and twice as long, each on a
/// thread of its own.
class WindowTrials final : public report::RowWatch {
 public:
  /// Nothing is tried if the specification has no windows. Otherwise the run gets a table of texts,
  /// since rows hold numbers of texts.
  WindowTrials(const SourceFile& source, const CompileOptions& compiling, PipelineOptions& options);
  ~WindowTrials() override;
  WindowTrials(const WindowTrials&) = delete;
  WindowTrials& operator=(const WindowTrials&) = delete;

  [[nodiscard]] bool empty() const noexcept { return trials_.empty(); }
  Result<void> opened(const EventSource& source) override;
  void rows(const EventBatch& batch) override;
  void ended(const EventSource& source) override;
  /// Waits for the ends. What it answers points into this object.
  [[nodiscard]] std::vector<report::WindowTrial> finish();

 private:
  class Rows;
  struct Trial;
  void add(const SourceFile& source, const CompileOptions& compiling, const char* what,
           double times);

  PipelineOptions options_;
  std::vector<std::unique_ptr<Trial>> trials_;
};

}  // namespace fairmon::cli
