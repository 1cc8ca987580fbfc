#include "plugins/writing/row_sink.hpp"

namespace fairmon::plugins {

Result<void> RowSink::open(const Spec& spec, const SinkContext& context) {
  factory_.emplace(spec, context);
  times_ = make_time_writer(common_.time_format, context);
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
  factory_->rows(batch, rows_);
  format(rows_, file_.buffer());
  return file_.written();
}

Result<void> RowSink::close(const RunSummary&) { return file_.close(); }

}  // namespace fairmon::plugins
