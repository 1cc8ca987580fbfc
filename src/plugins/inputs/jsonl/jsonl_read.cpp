#include <utility>

#include "plugins/inputs/jsonl/jsonl_source.hpp"
#include "support/text.hpp"

namespace fairmon::plugins::jsonl {

Result<ReadStatus> JsonLinesSource::read(EventBatch& batch) {
  const std::size_t before = batch.num_rows();
  const auto answer = [&](ReadStatus otherwise) {
    return batch.num_rows() > before ? ReadStatus::More : otherwise;
  };
  while (!batch.full()) {
    if (gate_->stop_error()) {
      // Rows before the bad record go first; the next call has none left.
      return batch.num_rows() > before ? Result<ReadStatus>(ReadStatus::More)
                                       : Result<ReadStatus>(*gate_->stop_error());
    }
    if (ended_) {
      return answer(ReadStatus::End);
    }
    if (next_ahead_ < ahead_.size()) {
      Ahead& line = ahead_[next_ahead_++];
      line_number_ = line.number;
      line_offset_ = line.offset;
      const std::size_t size = line.text.size();
      line.text.resize(size + LineReader::kPadding);
      take_line(std::string_view(line.text).substr(0, size), line.text.size(), batch);
      continue;
    }
    if (batch.num_rows() > before && !lines_->has_more() && !lines_->stream().ready()) {
      return ReadStatus::More;
    }
    auto status = lines_->next(batch.num_rows() == before);
    if (!status) {
      return std::move(status).error();
    }
    line_number_ = lines_->number();
    line_offset_ = lines_->offset();
    switch (*status) {
      case LineStatus::Line:
        take_line(lines_->line(), lines_->readable(), batch);
        break;
      case LineStatus::Nothing:
        return answer(ReadStatus::Idle);
      case LineStatus::TooLong:
        ++num_records_;
        static_cast<void>(gate_->bad(error_of({"this line is longer than 16 MiB", {}, {}, 0}, {})));
        break;
      case LineStatus::End: {
        auto next = begin_file(files_.next(lines_->stream(), lines_->digest()));
        if (!next) {
          return std::move(next).error();
        }
        ended_ = !*next;
        break;
      }
    }
  }
  return ReadStatus::More;
}

void JsonLinesSource::take_line(std::string_view text, std::size_t readable, EventBatch& batch) {
  if (!text.starts_with('{') && support::trimmed(text).empty()) {
    return;
  }
  ++num_records_;
  factory_->begin(batch, Timestamp{});
  Admission admission = Admission::Keep;
  if (auto trouble = decoder_->decode(text, readable, *factory_, batch)) {
    admission = gate_->bad(error_of(*trouble, text));
  } else {
    Timestamp time;
    admission = place_row(text, time);
    batch.mutable_times().back() = time;
  }
  if (admission == Admission::Keep) {
    factory_->end();
  } else {
    factory_->abandon();
  }
}

Admission JsonLinesSource::place_row(std::string_view text, Timestamp& time) {
  if (!has_time_) {
    if (common_.interval) {
      time.ns = common_.interval->ns * static_cast<std::int64_t>(num_records_);
    }
    return Admission::Keep;
  }
  const std::string& field = fields_.back();
  const auto time_text = decoder_->time_text();
  if (!time_text) {
    return gate_->bad(error_of({"this record has no time", field, {}, 0}, text));
  }
  const auto read = times_->read(*time_text);
  if (!read) {
    return gate_->bad(error_of({read.error(), field, std::string(*time_text), 0}, text));
  }
  time = *read;
  if (gate_->in_order(time)) {
    return Admission::Keep;
  }
  return gate_->late(time, error_of({{}, field, std::string(*time_text), 0}, text));
}

RecordError JsonLinesSource::error_of(const Trouble& trouble, std::string_view text) const {
  RecordError error;
  error.source = files_.name();
  error.line = line_number_;
  error.column = static_cast<std::uint32_t>(trouble.column);
  error.field = trouble.field;
  error.value = trouble.value;
  error.message = trouble.message;
  error.raw = std::string(text);
  return error;
}

SourceProgress JsonLinesSource::progress() const {
  SourceProgress progress;
  progress.records = num_records_;
  if (gate_) {
    progress.bad_records = gate_->num_bad();
    progress.late_records = gate_->num_late();
  }
  if (lines_) {
    files_.describe(lines_->stream(), {lines_->offset(), lines_->waiting()}, progress);
  }
  return progress;
}

}  // namespace fairmon::plugins::jsonl
