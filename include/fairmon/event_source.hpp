#pragma once

#include <fairmon/event.hpp>
#include <fairmon/filter.hpp>
#include <fairmon/result.hpp>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fairmon {

/// A record that cannot become an event.
struct RecordError {
  std::string source;        ///< file name or address
  std::uint64_t line = 0;    ///< counted from 1; 0 if the source has no lines
  std::uint32_t column = 0;  ///< counted from 1; 0 if unknown
  std::string field;         ///< column or member the trouble is in
  std::string value;         ///< what stood there
  std::string message;       ///< what is wrong with it and what would be right
  std::string raw;           ///< the record as read, for the quarantine file

  [[nodiscard]] std::string to_string() const;
};

/// `--on-bad-record`
enum class RecordPolicy : std::uint8_t { Stop, Skip };
/// What to do with a record older than the one before it.
enum class LatePolicy : std::uint8_t {
  Stop,
  Skip,
  AcceptNow,
  Wait,  ///< the run puts it into its place; what comes later still is skipped
};

/// Sees the bytes of the data as they stand in the files, before they are unpacked and decoded.
/// Called from the thread that reads.
class InputTap {
 public:
  virtual ~InputTap() = default;
  /// Reading begins anew (a run is resumed); what was seen so far counts no more.
  virtual void restart() = 0;
  /// A file is read from its first byte on; the answer is its number.
  [[nodiscard]] virtual std::uint32_t begin(const std::string& name) = 0;
  virtual void take(std::uint32_t file, std::string_view bytes) = 0;
  /// Remembers what has been seen up to now under the number it answers.
  [[nodiscard]] virtual std::uint64_t mark() = 0;
};

/// What a source gets from the run it works for.
struct SourceContext {
  InputSchema schema;
  std::shared_ptr<SymbolTable> symbols;
  RecordPolicy on_bad_record = RecordPolicy::Stop;
  LatePolicy on_late = LatePolicy::Stop;
  Duration late_wait;  ///< with LatePolicy::Wait: how far behind the newest a record may be
  /// Calendar time of monitor time 0, if the user fixed it.
  std::optional<Timestamp> start_time;
  /// Start the run at the midnight (UTC) before the first record, if that has a calendar time.
  bool start_at_midnight = false;
  /// Live run: the pipeline stamps rows when they arrive, the source need not know their times.
  bool wall_clock = false;
  /// Called for every bad record under the policy *skip* (counts and quarantines). Only from within
  /// `open` and `read`.
  std::function<void(const RecordError&)> report;
  /// Called for what is odd about the data but stops nobody.
  std::function<void(const std::string&)> warn;
  /// Called while waiting for something outside (quota, network, new lines), empty when going on.
  /// From any thread and at any time: it owns what it writes to, also when the run is over.
  std::function<void(const std::string&)> waiting;
  /// Called, if set, right before a read waits for bytes that are not there yet: whatever has been
  /// decided so far is passed on first.
  std::function<void()> before_waiting;
  /// Becomes true when the run is to end; a source that waits must look at it. May be nothing.
  std::shared_ptr<const std::atomic<bool>> stop;
  /// `position` will be asked for.
  bool positions = false;
  /// `seek` follows: what the source learns from its first record comes from there.
  bool resumes = false;
  /// Events that do not satisfy it may be left out; a source that cannot filter ignores it.
  Filter filter;
  /// Is shown the bytes of files; may be nothing. A source that reads no files ignores it.
  std::shared_ptr<InputTap> tap;
};

enum class ReadStatus : std::uint8_t {
  More,  ///< rows were added, more may follow
  Idle,  ///< nothing at the moment (following a file, live input); call again
  End,   ///< no further rows
};

struct SourceProgress {
  std::uint64_t records = 0;
  std::uint64_t bad_records = 0;
  std::uint64_t late_records = 0;
  /// Share done in [0, 1] if it can be known.
  std::optional<double> share;
  std::string detail;  ///< e.g. "page 12 of 379, quota 41"
};

/// Delivers events. Opened once, read until the end, from one thread.
class EventSource {
 public:
  virtual ~EventSource() = default;
  /// Opens the data and binds its fields to the inputs. After success `start_time` is known.
  virtual Result<void> open(const SourceContext& context) = 0;
  /// Appends rows until the batch is full or no more data is at hand.
  virtual Result<ReadStatus> read(EventBatch& batch) = 0;
  /// Calendar time of monitor time 0; nothing for data with relative times and no given start.
  [[nodiscard]] virtual std::optional<Timestamp> start_time() const = 0;
  /// Time of the last record seen, events left out by the filter included: the run goes on until
  /// then, so that a filter does not end it early. Nothing: until the last event delivered.
  [[nodiscard]] virtual std::optional<Timestamp> last_time() const { return std::nullopt; }
  [[nodiscard]] virtual SourceProgress progress() const = 0;
  /// Line in which the last record stands, counted from 1, if records were read one at a time
  /// (batches of one row); 0 if it is not known.
  [[nodiscard]] virtual std::uint64_t last_line() const { return 0; }
  /// Where reading would go on, as an opaque text; empty if the source cannot resume.
  [[nodiscard]] virtual std::string position() const { return {}; }
  /// Goes on from a position; called after `open`, before the first `read`.
  virtual Result<void> seek(std::string_view position);
  /// What tells these data from others before anything is read (sizes of files, a query), to refuse
  /// a checkpoint of other data. `seek` compares what was read.
  [[nodiscard]] virtual std::string identity() const { return {}; }
  /// True if the source keeps no numbers of texts from one `read` to the next, or forgets them when
  /// the table's epoch has changed. Otherwise texts of the run are never taken out.
  [[nodiscard]] virtual bool follows_epochs() const { return false; }
};

/// Spellings and conventions used when text becomes typed cells.
struct DecodeOptions {
  std::vector<std::string> missing = {"#", ""};  ///< "" does not apply to String inputs
  bool empty_string_is_missing = false;
};

/// Maps the fields of one kind of record to the inputs of a specification. Bound once; then each
/// record is `begin`, some `set…`, `end`.
class EventFactory {
 public:
  /// `fields` are the record's field names; `mapping` holds pairs (input, field) that override the
  /// rule "input and field have the same name". Fails, naming the input and near field names, if an
  /// input that is needed has no field.
  [[nodiscard]] static Result<EventFactory> bind(
      const SourceContext& context, const std::vector<std::string>& fields,
      const std::vector<std::pair<std::string, std::string>>& mapping,
      const DecodeOptions& options);

  /// Input fed by a field, or nothing if the field is not read.
  [[nodiscard]] std::optional<std::uint32_t> input_of_field(std::size_t field) const noexcept;
  /// Field an input is read from, or nothing if nobody needs it and the records lack it.
  [[nodiscard]] std::optional<std::size_t> field_of_input(std::size_t input) const noexcept;

  void begin(EventBatch& batch, Timestamp time);
  /// Decodes a text into the field's input. On failure the message says what was expected.
  Result<void, std::string> set_text(std::size_t field, std::string_view text);
  /// As `set_text`, for records that know texts from numbers: a String input gets exactly this
  /// text.
  Result<void, std::string> set_string(std::size_t field, std::string_view text);
  Result<void, std::string> set_integer(std::size_t field, std::int64_t value);
  Result<void, std::string> set_number(std::size_t field, double value);
  Result<void, std::string> set_boolean(std::size_t field, bool value);
  /// Takes the begun row back.
  void abandon() noexcept;
  void end() noexcept;

  EventFactory(EventFactory&&) noexcept;
  EventFactory& operator=(EventFactory&&) noexcept;
  ~EventFactory();

 private:
  struct Body;
  explicit EventFactory(std::unique_ptr<Body> body);
  std::unique_ptr<Body> body_;
};

/// Decodes one text as a value of the type: the rules every source shares. The error says what was
/// expected.
[[nodiscard]] Result<Cell, std::string> decode_cell(const Type& type, std::string_view text,
                                                    SymbolTable& symbols);

}  // namespace fairmon
