#include "plugins/writing/row_sink.hpp"

#include "support/packing.hpp"

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
  if (common_.episodes) {
    open_.keep_first_firings(factory_->spec(), rows_);
  }
  if (common_.evidence) {
    evidence_.gather(factory_->spec(), rows_);
  }
  format(rows_, file_.buffer());
  return file_.written();
}

std::string RowSink::position() const {
  if (!common_.episodes) {
    return file_.position();
  }
  std::string text;
  support::pack(text, file_.position());
  open_.save(text);
  return text;
}

Result<void> RowSink::rewind(std::string_view position) {
  if (!common_.episodes) {
    return file_.rewind(position);
  }
  support::Unpacker in(position);
  const std::string place = in.text();
  open_.load(in);
  if (!in.complete()) {
    return Error(ErrorCode::Checkpoint,
                 "the checkpoint was taken without --episodes; resume with the same flags");
  }
  return place.empty() ? Result<void>() : file_.rewind(place);
}

Result<void> RowSink::close(const RunSummary&) { return file_.close(); }

}  // namespace fairmon::plugins
