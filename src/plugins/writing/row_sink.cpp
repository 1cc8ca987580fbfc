#include "plugins/writing/row_sink.hpp"

namespace fairmon::plugins {

Result<void> RowSink::open(const Spec& spec, const SinkContext& context) {
  rows_.open(spec, context);
  std::string header;
  auto accepted = begin(spec, header);
  if (!accepted) {
    return accepted;
  }
  auto opened = file_.open(context.resumed);
  if (opened && !context.resumed) {
    file_.buffer() += header;
  }
  return opened;
}

Result<void> RowSink::write(const VerdictBatch& batch) {
  format(rows_.of(batch), file_.buffer());
  return file_.written();
}

std::string RowSink::position() const { return rows_.position(file_.position()); }

Result<void> RowSink::rewind(std::string_view position) {
  const auto place = rows_.rewind(position);
  if (!place) {
    return place.error();
  }
  return place->empty() ? Result<void>() : file_.rewind(*place);
}

Result<void> RowSink::close(const RunSummary&) { return file_.close(); }

}  // namespace fairmon::plugins
