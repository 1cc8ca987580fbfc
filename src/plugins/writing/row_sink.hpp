#pragma once

#include <fairmon/judgements.hpp>
#include <fairmon/verdict_sink.hpp>

#include <string>
#include <vector>

#include "plugins/writing/chosen_rows.hpp"
#include "plugins/writing/text_file.hpp"

namespace fairmon::plugins {

/// A sink that writes lines of text to a file. Derived classes say what the lines are.
class RowSink : public VerdictSink {
 public:
  RowSink(CommonOutput common, std::string target)
      : rows_(std::move(common)), file_(std::move(target)) {}

  Result<void> open(const Spec& spec, const SinkContext& context) final;
  Result<void> write(const VerdictBatch& batch) final;
  Result<void> flush() final { return file_.flush(); }
  Result<void> sync() final { return file_.sync(); }
  Result<void> close(const RunSummary& summary) override;
  [[nodiscard]] VerdictSelection selection() const override { return rows_.common().selection; }
  /// The place in the file and, with `--episodes`, which episodes go on.
  [[nodiscard]] std::string position() const final;
  Result<void> rewind(std::string_view position) final;
  /// Lines are text already when `write` returns.
  [[nodiscard]] bool mark_symbols(SymbolMarks&) const final { return true; }

 protected:
  /// Looks at the specification once; may refuse it. `out` takes a header, if there is one.
  virtual Result<void> begin(const Spec& spec, std::string& out) = 0;
  /// Formats the rows of one batch, in verdict order.
  virtual void format(const std::vector<VerdictRow>& rows, std::string& out) = 0;

  [[nodiscard]] const VerdictFactory& factory() const { return rows_.factory(); }
  [[nodiscard]] const SymbolTable& symbols() const { return *factory().context().symbols; }
  /// In place of the number by which a judgement is told.
  [[nodiscard]] bool is_judgement(const VerdictRow& row) const {
    return row.error == nullptr && row.kind == ChangeKind::Value &&
           factory().spec().streams()[row.stream].tells == StreamInfo::Tells::Judgement;
  }
  [[nodiscard]] static std::string_view judgement_in(const VerdictRow& row) {
    return judgement_name(static_cast<Judgement>(*row.values));
  }
  [[nodiscard]] const TimeWriter& times() const { return rows_.times(); }
  [[nodiscard]] const CommonOutput& common() const { return rows_.common(); }
  [[nodiscard]] TextFile& file() { return file_; }

 private:
  ChosenRows rows_;
  TextFile file_;
};

}  // namespace fairmon::plugins
