#pragma once

#include <fairmon/event_source.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "dsa/dump/archive.hpp"
#include "dsa/dump/line.hpp"
#include "dsa/schema.hpp"
#include "plugins/inputs/dsa_dump/field_memory.hpp"
#include "plugins/inputs/dsa_dump/reorder_buffer.hpp"
#include "plugins/reading/row_filter.hpp"

namespace fairmon::plugins::inputs {

struct DumpSettings {
  std::vector<std::string> files;  ///< one per day, in order
  bool verify = true;
  bool remove_duplicates = false;
  unsigned threads = 1;
  /// How far statements may be out of the order of time and are still put into their place.
  Duration max_disorder = Duration::seconds(600);
};

/// Statements from daily dumps as events, in the form the research API gives them: dates with `T`
/// and zone, `Yes`/`No` as Bool, lists joined by `__`. Dumps have no `id`; an input of that name
/// gets the running number of the statement. Dumps are in the order of ids; the events come in the
/// order of time, as from the API.
class DsaDumpSource : public EventSource {
 public:
  explicit DsaDumpSource(DumpSettings settings) : settings_(std::move(settings)) {}

  Result<void> open(const SourceContext& context) override;
  Result<ReadStatus> read(EventBatch& batch) override;
  [[nodiscard]] std::optional<Timestamp> start_time() const override { return start_; }
  /// The end of the last day, as with the research API, or the last statement.
  [[nodiscard]] std::optional<Timestamp> last_time() const override;
  [[nodiscard]] SourceProgress progress() const override;
  [[nodiscard]] std::string position() const override;
  Result<void> seek(std::string_view position) override;
  [[nodiscard]] std::string identity() const override;
  [[nodiscard]] bool follows_epochs() const override { return true; }

 private:
  /// One input that is read from a column.
  struct Column {
    std::size_t field = 0;  ///< number in `names_`
    std::size_t column = 0;
    dsa::Mapping mapping = dsa::Mapping::Text;
    std::size_t input = 0;
    FieldMemory memory;
  };

  void enter_epoch();
  Result<ReadStatus> read_lines(EventBatch& batch);
  Result<bool> next_part();
  Result<void> bind_header(std::string_view header);
  Result<void> read_line(std::string_view line);
  /// Decodes the line that was split into a waiting row.
  Result<void> decode(Timestamp time, std::string_view line);
  /// Decides about a statement that is out of order by more than can be mended; its time is changed
  /// if it is kept.
  Result<bool> admit_late(Timestamp& time, std::string_view line);
  Result<void, std::string> set_remembered(EventBatch& batch, Column& column);
  Result<void, std::string> set_field(const Column& column);
  [[nodiscard]] RecordError error_at(std::string field, std::string value, std::string message,
                                     std::string_view line) const;
  Result<void> bad(std::string field, std::string value, std::string message,
                   std::string_view line);
  /// Read again after a resumption: everything about this line was told by the earlier run.
  [[nodiscard]] bool told_before() const { return records_ <= told_; }
  [[nodiscard]] bool seen_before();

  DumpSettings settings_;
  SourceContext context_;
  Timestamp start_;
  std::vector<std::string> names_;
  std::optional<EventFactory> factory_;
  std::optional<std::size_t> id_field_;
  RowFilter filter_;

  std::size_t next_file_ = 0;
  std::unique_ptr<dsa::DumpArchive> archive_;
  dsa::DumpPart part_;
  std::size_t at_ = 0;
  std::uint64_t line_ = 0;
  bool part_open_ = false;
  std::string header_;
  std::vector<Column> columns_;
  std::size_t time_column_ = 0;
  std::size_t platform_column_ = 0;
  std::size_t puid_column_ = 0;
  std::optional<dsa::LineSplitter> splitter_;
  std::unordered_set<std::uint64_t> seen_;
  std::string text_;
  std::optional<ReorderBuffer> order_;
  std::uint32_t epoch_ = 0;                  ///< of the table of texts
  std::vector<std::size_t> inputs_of_text_;  ///< whose cells are numbers of texts
  bool all_read_ = false;
  std::optional<Error> stop_error_;
  std::uint64_t told_ = 0;  ///< records an earlier run had read
  RowPlace delivered_;      ///< the last row it had handed out
  std::uint64_t records_ = 0;
  std::uint64_t bad_ = 0;
  std::uint64_t late_ = 0;
  std::uint64_t duplicates_ = 0;
};

}  // namespace fairmon::plugins::inputs
