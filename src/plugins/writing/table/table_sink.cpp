#include "plugins/writing/table/table_sink.hpp"

#include <fairmon/readings.hpp>

#include <cmath>
#include <utility>

#include "plugins/writing/instance_text.hpp"
#include "support/civil_time.hpp"
#include "support/packing.hpp"

namespace fairmon::plugins {

namespace {

/// So many rows wait at most before they are written.
constexpr std::size_t kMostRows = 20'000;

std::optional<double> as_real(const Type& type, const Cell* cells) {
  const double height = height_of(type, cells);
  return std::isnan(height) ? std::nullopt : std::optional(height);
}

std::string calendar_text(const std::optional<Timestamp>& start, Timestamp time) {
  std::string text;
  if (start) {
    support::append_rfc3339(text, start->ns + time.ns);
  }
  return text;
}

}  // namespace

std::vector<OptionInfo> table_output_options() {
  std::vector<OptionInfo> table = common_output_options();
  // Tables hold times as numbers and as dates; whoever reads them chooses.
  std::erase_if(table, [](const OptionInfo& info) { return info.name == "output-time-format"; });
  return table;
}

Result<void> TableSink::open(const Spec& spec, const SinkContext& context) {
  factory_.emplace(spec, context);
  facts_.specification = spec.source().text();
  facts_.digest = spec.digest();
  facts_.start = calendar_text(context.start_time, Timestamp{});
  // A run that begins takes the place of an earlier one, as a file would.
  cut_ = 0;
  return connect();
}

Result<void> TableSink::write(const VerdictBatch& batch) {
  factory_->rows(batch, found_);
  if (common_.episodes) {
    open_.keep_first_firings(factory_->spec(), found_);
  }
  if (common_.evidence) {
    evidence_.gather(factory_->spec(), found_);
  }
  for (const VerdictRow& row : found_) {
    add(row);
  }
  facts_.events = batch.events_before + batch.num_events;
  return rows_.size() < kMostRows ? Result<void>() : flush();
}

void TableSink::add(const VerdictRow& found) {
  const StreamInfo& stream = factory_->spec().streams()[found.stream];
  const SymbolTable& symbols = *factory_->context().symbols;
  TableRow row;
  row.number = ++facts_.rows;
  row.time_ns = found.time.ns;
  row.at = calendar_text(factory_->context().start_time, found.time);
  row.stream = stream.name;
  append_parameters(row.instance, parameter_types(stream), found.parameters, symbols);
  if (found.error != nullptr) {
    row.change = "error";
    row.value = found.error->message;
  } else if (found.kind != ChangeKind::Value) {
    row.change = found.kind == ChangeKind::Spawn ? "spawn" : "close";
  } else if (stream.tells == StreamInfo::Tells::Judgement) {
    row.value = judgement_name(static_cast<Judgement>(*found.values));
  } else {
    append_text(row.value, stream.type, found.values, symbols, false);
    row.real = as_real(stream.type, found.values);
    row.firing = stream.kind == StreamKind::Trigger;
  }
  if (found.evidence != nullptr) {
    row.lower = found.evidence->lower;
    row.upper = found.evidence->upper;
    row.trials = found.evidence->trials;
  }
  rows_.push_back(std::move(row));
}

Result<void> TableSink::flush() {
  if (rows_.empty() && !cut_) {
    return {};
  }
  auto written = commit(rows_, facts_, cut_);
  if (written) {
    rows_.clear();
    cut_.reset();
  }
  return written;
}

Result<void> TableSink::close(const RunSummary& summary) {
  facts_.events = summary.num_events;
  facts_.finished = !summary.interrupted && !summary.error;
  auto written = commit(rows_, facts_, cut_);
  rows_.clear();
  return written;
}

std::string TableSink::position() const {
  std::string text;
  support::pack(text, facts_.rows);
  open_.save(text);
  return text;
}

Result<void> TableSink::rewind(std::string_view position) {
  support::Unpacker in(position);
  facts_.rows = in.number();
  open_.load(in);
  if (!in.complete()) {
    return Error(ErrorCode::Checkpoint,
                 "the checkpoint was taken with another output in the place of the table; resume "
                 "with the same outputs in the same order");
  }
  cut_ = facts_.rows;
  return {};
}

}  // namespace fairmon::plugins
