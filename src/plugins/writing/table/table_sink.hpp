#pragma once

#include <fairmon/judgements.hpp>
#include <fairmon/verdict_sink.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "plugins/writing/open_episodes.hpp"
#include "plugins/writing/output_options.hpp"
#include "plugins/writing/row_evidence.hpp"

namespace fairmon::plugins {

/// A change or a firing as a row of a table.
struct TableRow {
  bool firing = false;       ///< of a trigger; `value` is its message
  std::uint64_t number = 0;  ///< from 1, over both tables: what the row is known by
  std::int64_t time_ns = 0;  ///< since the start of the run
  std::string at;            ///< the same as calendar time; empty: the data have none
  std::string stream;
  std::string instance;
  const char* change = "value";  ///< or `spawn`, `close`, `error`
  std::string value;
  std::optional<double> real;  ///< the value as a number, if it is one
  std::optional<double> lower;
  std::optional<double> upper;
  std::optional<std::uint64_t> trials;
};

/// Options of outputs that write tables.
[[nodiscard]] std::vector<OptionInfo> table_output_options();

/// A sink that writes numbered rows. Whatever was written behind a checkpoint is taken back when
/// the run goes on from there, so that no row is there twice and none is missing.
class TableSink : public VerdictSink {
 public:
  explicit TableSink(CommonOutput common) : common_(std::move(common)) {}

  Result<void> open(const Spec& spec, const SinkContext& context) final;
  Result<void> write(const VerdictBatch& batch) final;
  Result<void> flush() final;
  Result<void> close(const RunSummary& summary) final;
  [[nodiscard]] VerdictSelection selection() const final { return common_.selection; }
  [[nodiscard]] std::string position() const final;
  Result<void> rewind(std::string_view position) final;
  [[nodiscard]] bool mark_symbols(SymbolMarks&) const final { return true; }

 protected:
  /// What is told of the run beside its rows.
  struct RunFacts {
    std::string specification;
    std::string digest;
    std::string start;  ///< calendar time of the start; empty: none
    std::uint64_t events = 0;
    std::uint64_t rows = 0;
    bool finished = false;
  };
  /// Looks whether writing is possible; changes nothing yet.
  virtual Result<void> connect() = 0;
  /// Writes all rows and the facts, or nothing. With `cut`, first removes rows with larger numbers.
  virtual Result<void> commit(const std::vector<TableRow>& rows, const RunFacts& facts,
                              std::optional<std::uint64_t> cut) = 0;

 private:
  void add(const VerdictRow& row);

  CommonOutput common_;
  std::optional<VerdictFactory> factory_;
  std::vector<VerdictRow> found_;
  OpenEpisodes open_;
  RowEvidence evidence_;
  std::vector<TableRow> rows_;  ///< not written yet
  RunFacts facts_;
  std::optional<std::uint64_t> cut_;
};

}  // namespace fairmon::plugins
