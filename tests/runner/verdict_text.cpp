#include "runner/verdict_text.hpp"

#include <algorithm>
#include <utility>

namespace fairmon::runner {
namespace {

SinkContext context_of(std::shared_ptr<SymbolTable> symbols, const CaseOptions& options) {
  SinkContext context;
  context.symbols = std::move(symbols);
  context.start_time = options.start;
  context.selection.verbosity = options.lifecycle ? Verbosity::Debug : Verbosity::Outputs;
  return context;
}

/// `rate(A, 3)`; a stream without spawn clause is its name alone, also one whose spawn failed.
std::string shown_instance(const StreamInfo& stream, const Cell* parameters,
                           const SymbolTable& symbols) {
  std::string name = stream.name;
  if (!stream.spawned || stream.parameters.empty() || parameters == nullptr) {
    return name;
  }
  name += '(';
  for (std::size_t i = 0; i < stream.parameters.size(); ++i) {
    name += i == 0 ? "" : ", ";
    append_text(name, stream.parameters[i].type, parameters, symbols, false);
    parameters += stream.parameters[i].type.num_cells();
  }
  return name + ')';
}

}  // namespace

VerdictText::VerdictText(const Spec& spec, std::shared_ptr<SymbolTable> symbols,
                         const CaseOptions& options)
    : symbols_(symbols),
      factory_(spec, context_of(std::move(symbols), options)),
      show_(options.show) {}

bool VerdictText::shown(const StreamInfo& stream) const {
  if (stream.kind == StreamKind::Input) {
    return false;
  }
  const std::string name = stream.kind == StreamKind::Trigger ? "trigger" : stream.name;
  return show_.empty() || std::find(show_.begin(), show_.end(), name) != show_.end();
}

void VerdictText::append(const VerdictBatch& batch, std::vector<std::string>& lines) {
  factory_.rows(batch, rows_);
  for (const VerdictRow& row : rows_) {
    if (shown(factory_.spec().streams()[row.stream])) {
      lines.push_back(line(row));
    }
  }
}

std::string VerdictText::line(const VerdictRow& row) const {
  const StreamInfo& stream = factory_.spec().streams()[row.stream];
  std::string text = seconds_text(row.time) + "  ";
  const std::string name = shown_instance(stream, row.parameters, *symbols_);
  if (row.error != nullptr) {
    return text + "error " + name + ": " + row.error->message;
  }
  switch (row.kind) {
    case ChangeKind::Spawn:
      return text + "spawn " + name;
    case ChangeKind::Close:
      return text + "close " + name;
    case ChangeKind::Value:
      break;
  }
  text += stream.kind == StreamKind::Trigger ? "trigger " : name + " = ";
  append_text(text, stream.type, row.values, *symbols_);
  return text;
}

}  // namespace fairmon::runner
