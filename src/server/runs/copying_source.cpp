#include "server/runs/copying_source.hpp"

#include <nlohmann/json.hpp>

#include <utility>

namespace fairmon::server {

namespace {

std::string json_string(const std::string& text) {
  using nlohmann::json;
  return json(text).dump(-1, ' ', false, json::error_handler_t::replace);
}

/// Seconds to the last nanosecond; a number would be rounded.
std::string time_field(Timestamp time) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  const std::string rest = std::to_string(time.ns % kSecond);
  return "{\"" + std::string(CopyingSource::kTimeField) + "\":\"" +
         std::to_string(time.ns / kSecond) + "." + std::string(9 - rest.size(), '0') + rest + "\"";
}

}  // namespace

CopyingSource::CopyingSource(std::unique_ptr<EventSource> source, std::filesystem::path file)
    : source_(std::move(source)), file_(std::move(file)) {}

Result<void> CopyingSource::open(const SourceContext& context) {
  schema_ = context.schema;
  symbols_ = context.symbols;
  if (auto opened = source_->open(context); !opened) {
    return opened;
  }
  out_.open(file_, std::ios::binary | std::ios::trunc);
  return write_out();
}

Result<ReadStatus> CopyingSource::read(EventBatch& batch) {
  const std::size_t before = batch.num_rows();
  auto status = source_->read(batch);
  for (std::size_t row = before; row < batch.num_rows(); ++row) {
    append_row(batch, row);
  }
  if (status && *status == ReadStatus::End) {
    append_end();
  }
  if (auto written = write_out(); !written) {
    return std::move(written).error();
  }
  return status;
}

void CopyingSource::append_row(const EventBatch& batch, std::size_t row) {
  newest_ = batch.times()[row];
  text_ += time_field(newest_);
  for (std::size_t input = 0; input < schema_.inputs.size(); ++input) {
    if (!batch.column(input).has(row)) {
      continue;
    }
    std::string value;
    append_text(value, schema_.inputs[input].type, &batch.column(input).cells[row], *symbols_,
                false);
    text_ += "," + json_string(schema_.inputs[input].name) + ":" + json_string(value);
  }
  text_ += "}\n";
}

/// A run goes on until the source's last moment, even if nothing happens there any more.
void CopyingSource::append_end() {
  const auto last = source_->last_time();
  if (last && newest_ < *last) {
    text_ += time_field(*last) + "}\n";
  }
}

Result<void> CopyingSource::write_out() {
  out_ << text_;
  out_.flush();
  text_.clear();
  return out_ ? Result<void>()
              : Error(ErrorCode::Output, "cannot write the local copy " + file_.string());
}

std::optional<Timestamp> CopyingSource::start_time() const { return source_->start_time(); }
std::optional<Timestamp> CopyingSource::last_time() const { return source_->last_time(); }
SourceProgress CopyingSource::progress() const { return source_->progress(); }

}  // namespace fairmon::server
