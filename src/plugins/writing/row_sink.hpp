#pragma once

#include <fairmon/verdict_sink.hpp>

#include <optional>
#include <string>
#include <vector>

#include "plugins/writing/output_options.hpp"
#include "plugins/writing/text_file.hpp"

namespace fairmon::plugins {

/// A sink that writes lines of text to a file. Derived classes say what the lines are.
class RowSink : public VerdictSink {
 public:
  RowSink(CommonOutput common, std::string target)
      : common_(std::move(common)), file_(std::move(target)) {}

  Result<void> open(const Spec& spec, const SinkContext& context) final;
  Result<void> write(const VerdictBatch& batch) final;
  Result<void> flush() final { return file_.flush(); }
  Result<void> close(const RunSummary& summary) override;
  [[nodiscard]] VerdictSelection selection() const override { return common_.selection; }
  [[nodiscard]] std::string position() const final { return file_.position(); }
  Result<void> rewind(std::string_view position) final { return file_.rewind(position); }

 protected:
  /// Looks at the specification once; may refuse it. `out` takes a header, if there is one.
  virtual Result<void> begin(const Spec& spec, std::string& out) = 0;
  /// Formats the rows of one batch, in verdict order.
  virtual void format(const std::vector<VerdictRow>& rows, std::string& out) = 0;

  [[nodiscard]] const VerdictFactory& factory() const { return *factory_; }
  [[nodiscard]] const SymbolTable& symbols() const { return *factory_->context().symbols; }
  [[nodiscard]] const TimeWriter& times() const { return times_; }
  [[nodiscard]] const CommonOutput& common() const { return common_; }
  [[nodiscard]] TextFile& file() { return file_; }

 private:
  CommonOutput common_;
  TextFile file_;
  TimeWriter times_;
  std::optional<VerdictFactory> factory_;
  std::vector<VerdictRow> rows_;
};

}  // namespace fairmon::plugins
