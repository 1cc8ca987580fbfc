#pragma once

#include <fairmon/event_source.hpp>
#include <fairmon/time_format.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "plugins/reading/file_list.hpp"
#include "plugins/reading/input_options.hpp"
#include "plugins/reading/json/record_decoder.hpp"
#include "plugins/reading/line_reader.hpp"
#include "plugins/reading/record_gate.hpp"

namespace fairmon::plugins::jsonl {

/// Events from files with one JSON object per line, read one after the other as one trace.
class JsonLinesSource final : public EventSource {
 public:
  JsonLinesSource(CommonInput common, std::vector<std::string> files, bool allow_absent)
      : common_(std::move(common)),
        files_(std::move(files), common_.follow),
        allow_absent_(allow_absent) {}

  Result<void> open(const SourceContext& context) override;
  Result<ReadStatus> read(EventBatch& batch) override;
  [[nodiscard]] std::optional<Timestamp> start_time() const override {
    return times_->start_time();
  }
  [[nodiscard]] SourceProgress progress() const override;
  [[nodiscard]] std::uint64_t last_line() const override { return line_number_; }
  [[nodiscard]] std::string position() const override;
  Result<void> seek(std::string_view position) override;
  [[nodiscard]] std::string identity() const override;
  [[nodiscard]] bool follows_epochs() const override { return true; }

 private:
  Result<bool> begin_file(Result<OpenedFile> opened);
  Result<void> bind(const std::vector<std::string>& names);
  Result<void> survey();
  /// Says so if nothing in the first lines is a JSON object.
  Result<void> check_lines(const std::vector<std::string>& names) const;
  /// Next line into `pending_`; the first lines were read ahead by `survey`.
  Result<LineStatus> next_line();
  void take_line(std::string_view text, std::size_t readable, EventBatch& batch);
  [[nodiscard]] RecordError error_of(const Trouble& trouble, std::string_view text) const;
  Admission place_row(std::string_view text, Timestamp& time);

  CommonInput common_;
  FileList files_;
  bool allow_absent_;
  SourceContext context_;
  std::optional<RecordGate> gate_;
  std::optional<TimeReader> times_;
  std::unique_ptr<LineReader> lines_;
  std::vector<std::string> fields_;
  std::optional<EventFactory> factory_;
  std::optional<RecordDecoder> decoder_;
  bool has_time_ = false;
  std::uint64_t num_records_ = 0;
  bool ended_ = false;

  struct Ahead {
    std::string text;
    std::uint64_t number;
    support::RollingDigest digest;  ///< up to its end
    std::uint64_t offset;
  };
  std::vector<Ahead> ahead_;  ///< lines read to look at them first
  std::size_t next_ahead_ = 0;
  std::uint64_t line_number_ = 0;
  std::uint64_t line_offset_ = 0;
};

}  // namespace fairmon::plugins::jsonl
