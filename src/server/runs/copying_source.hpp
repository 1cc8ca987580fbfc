#pragma once

#include <fairmon/event_source.hpp>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>

namespace fairmon::server {

/// Writes every event that passes into a file that the `jsonl` plugin reads, so that a run over a
/// service can be repeated without it: same events, same times, same end.
class CopyingSource final : public EventSource {
 public:
  /// Field of the copy that holds the monitor time in seconds.
  static constexpr std::string_view kTimeField = "monitor_time";

  CopyingSource(std::unique_ptr<EventSource> source, std::filesystem::path file);

  Result<void> open(const SourceContext& context) override;
  Result<ReadStatus> read(EventBatch& batch) override;
  [[nodiscard]] std::optional<Timestamp> start_time() const override;
  [[nodiscard]] std::optional<Timestamp> last_time() const override;
  [[nodiscard]] SourceProgress progress() const override;
  [[nodiscard]] bool follows_epochs() const override { return source_->follows_epochs(); }

 private:
  void append_row(const EventBatch& batch, std::size_t row);
  void append_end();
  Result<void> write_out();

  std::unique_ptr<EventSource> source_;
  std::filesystem::path file_;
  std::ofstream out_;
  InputSchema schema_;
  std::shared_ptr<SymbolTable> symbols_;
  Timestamp newest_;
  std::string text_;  ///< lines not yet in the file
};

}  // namespace fairmon::server
