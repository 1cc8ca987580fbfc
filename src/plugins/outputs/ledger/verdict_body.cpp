#include "plugins/outputs/ledger/verdict_body.hpp"

#include <fairmon/judgements.hpp>

#include <cmath>
#include <cstring>

#include "ledger/json/canonical.hpp"

namespace fairmon::plugins::ledger_output {

namespace {

using Tells = StreamInfo::Tells;

TimeWriter writer_for(const SinkContext& context) {
  return context.start_time ? TimeWriter(TimeFormat::Rfc3339, *context.start_time)
                            : TimeWriter(TimeFormat::RelativeSeconds);
}

}  // namespace

VerdictBodies::VerdictBodies(const Spec& spec, const SinkContext& context)
    : factory_(spec, context), times_(writer_for(context)) {}

std::string VerdictBodies::time_text(Timestamp time) const {
  std::string text;
  times_.append(text, time);
  return text;
}

VerdictBodies::Key VerdictBodies::key_of(std::uint32_t stream, const Cell* parameters) const {
  std::size_t cells = 0;
  for (const auto& parameter : factory_.spec().streams()[stream].parameters) {
    cells += parameter.type.num_cells();
  }
  std::string bytes(parameters == nullptr ? 0 : cells * sizeof(Cell), '\0');
  if (!bytes.empty()) {
    std::memcpy(bytes.data(), parameters, bytes.size());
  }
  return {stream, std::move(bytes)};
}

void VerdictBodies::note_counts(std::size_t begin, std::size_t end) {
  counts_.clear();
  for (std::size_t at = begin; at < end; ++at) {
    const VerdictRow& row = rows_[at];
    const StreamInfo& stream = factory_.spec().streams()[row.stream];
    if (row.error != nullptr || row.kind != ChangeKind::Value) {
      continue;
    }
    if (stream.tells == Tells::Trials) {
      counts_[key_of(stream.tells_of, row.parameters)].trials = *row.values;
    } else if (stream.tells == Tells::Hits) {
      counts_[key_of(stream.tells_of, row.parameters)].hits = *row.values;
    } else if (stream.tells == Tells::Lower) {
      counts_[key_of(stream.tells_of, row.parameters)].lower = cell_double(*row.values);
    } else if (stream.tells == Tells::Upper) {
      counts_[key_of(stream.tells_of, row.parameters)].upper = cell_double(*row.values);
    }
  }
}

void VerdictBodies::member(std::string_view name) {
  body_ += body_.size() == 1 ? "\"" : ",\"";
  body_.append(name).append("\":");
}

/// Members stand in the order of their names. False: the row is no verdict of its own.
bool VerdictBodies::append(const VerdictRow& row, const VerdictBatch& batch) {
  const auto streams = factory_.spec().streams();
  const StreamInfo& said = streams[row.stream];
  const bool told = row.error == nullptr;
  const bool over =
      said.tells == Tells::State && told && (row.kind == ChangeKind::Close || *row.values == 0);
  const bool judged = said.tells == Tells::Judgement && told && row.kind == ChangeKind::Value;
  if (said.tells != Tells::Nothing && !over && !judged) {
    return false;
  }
  const bool own = said.tells == Tells::Nothing;
  const StreamInfo& stream = own ? said : streams[said.tells_of];
  body_ = "{";
  if (own && told && row.kind != ChangeKind::Value) {
    member("change");
    body_ += row.kind == ChangeKind::Spawn ? "\"spawn\"" : "\"close\"";
  }
  if (!told) {
    member("error");
    ledger::append_canonical_text(body_, row.error->message);
  }
  member("event");
  ledger::append_canonical_count(body_, batch.events_before + batch.cycle_events[row.cycle]);
  const auto found = counts_.find(key_of(row.stream, row.parameters));
  const Counts none;
  const Counts& counts =
      found != counts_.end() && row.kind == ChangeKind::Value ? found->second : none;
  if (counts.hits) {
    member("hits");
    ledger::append_canonical_count(body_, *counts.hits);
  }
  if (!stream.parameters.empty() && row.parameters != nullptr) {
    member("instance");
    append_instance(stream, row.parameters);
  }
  append_interval(counts);
  if (judged) {
    member("judgement");
    ledger::append_canonical_text(body_, judgement_name(static_cast<Judgement>(*row.values)));
  }
  if (counts.trials) {
    member("n");
    ledger::append_canonical_count(body_, *counts.trials);
  }
  if (stream.kind == StreamKind::Trigger && told && !judged) {
    member("state");
    body_ += !over ? "\"violated\"" : row.kind == ChangeKind::Close ? "\"gone\"" : "\"kept\"";
  }
  member("stream");
  ledger::append_canonical_text(body_, stream.name);
  member("time");
  ledger::append_canonical_text(body_, time_text(row.time));
  if (own && told && row.kind == ChangeKind::Value) {
    member("value");
    append_value(stream.type, row.values);
  }
  body_ += '}';
  return true;
}

void VerdictBodies::append_interval(const Counts& counts) {
  if (counts.lower && counts.upper) {
    member("interval");
    body_ += '[';
    ledger::append_canonical_number(body_, *counts.lower);
    body_ += ',';
    ledger::append_canonical_number(body_, *counts.upper);
    body_ += ']';
  }
}

void VerdictBodies::append_instance(const StreamInfo& stream, const Cell* cells) {
  body_ += '[';
  const Cell* first = cells;
  for (const StreamInfo::Parameter& parameter : stream.parameters) {
    body_ += cells == first ? "" : ",";
    append_value(parameter.type, cells);
    cells += parameter.type.num_cells();
  }
  body_ += ']';
}

void VerdictBodies::append_value(const Type& type, const Cell* cells) {
  const SymbolTable& symbols = *factory_.context().symbols;
  switch (type.kind()) {
    case TypeKind::Bool:
      body_ += *cells != 0 ? "true" : "false";
      return;
    case TypeKind::Int:
      ledger::append_canonical_integer(body_, cell_int(*cells));
      return;
    case TypeKind::UInt:
      ledger::append_canonical_count(body_, *cells);
      return;
    case TypeKind::Float:
    case TypeKind::Prob: {
      const double number = cell_double(*cells);
      if (std::isfinite(number)) {
        ledger::append_canonical_number(body_, number);
      } else {
        body_ += std::isnan(number) ? "\"nan\"" : number > 0.0 ? "\"inf\"" : "\"-inf\"";
      }
      return;
    }
    case TypeKind::Fixed:
    case TypeKind::UFixed:
    case TypeKind::Time:
    case TypeKind::Duration: {
      std::string text;
      append_text(text, type, cells, symbols, false);
      ledger::append_canonical_text(body_, text);
      return;
    }
    case TypeKind::String:
      ledger::append_canonical_text(body_, symbols.text(static_cast<std::uint32_t>(*cells)));
      return;
    case TypeKind::Bytes: {
      char separator = '[';
      for (const char byte : symbols.text(static_cast<std::uint32_t>(*cells))) {
        body_ += separator;
        body_ += std::to_string(static_cast<unsigned char>(byte));
        separator = ',';
      }
      body_ += separator == '[' ? "[]" : "]";
      return;
    }
    case TypeKind::Tuple: {
      char separator = '[';
      for (const Type& part : type.parts()) {
        body_ += separator;
        separator = ',';
        append_value(part, cells);
        cells += part.num_cells();
      }
      body_ += separator == '[' ? "[]" : "]";
      return;
    }
    case TypeKind::Optional:
      if (*cells == 0) {
        body_ += "null";
      } else {
        append_value(type.inner(), cells + 1);
      }
      return;
    case TypeKind::Unknown:
      body_ += "null";
      return;
  }
}

}  // namespace fairmon::plugins::ledger_output
