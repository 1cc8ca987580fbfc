#pragma once

#include <fairmon/event_source.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kafka/consumer.hpp"
#include "plugins/inputs/kafka/kafka_options.hpp"
#include "plugins/reading/csv/dialect.hpp"
#include "plugins/reading/json/object_decoder.hpp"

namespace fairmon::plugins::kafka_input {

/// A record with the place it comes from.
struct PlacedRecord {
  const kafka::Record& record;
  const std::string& topic;
  std::int32_t partition = 0;
};

/// Puts records into batches: fields of their values, and what stands around these (`@key`, …).
class ValueDecoder {
 public:
  /// `time_field` empty: records have no times.
  [[nodiscard]] static Result<ValueDecoder> bind(const SourceContext& context,
                                                 const KafkaInput& input,
                                                 const std::string& time_field);

  /// Begins a row and fills it; what is wrong with the record, if something is. `keep` or `abandon`
  /// follows.
  [[nodiscard]] std::optional<Trouble> decode(const PlacedRecord& placed, EventBatch& batch);
  void keep() { factory().end(); }
  void abandon() { factory().abandon(); }
  /// Of the record decoded last.
  [[nodiscard]] const std::optional<std::string>& time_text() const { return time_text_; }
  /// Fails if none of these values has some field.
  [[nodiscard]] Result<void> check_fields(const std::vector<std::string_view>& values);

 private:
  ValueDecoder() = default;
  [[nodiscard]] EventFactory& factory() { return object_ ? object_->factory() : *columns_; }
  [[nodiscard]] const std::vector<std::string>& fields() const {
    return object_ ? object_->fields() : fields_;
  }
  [[nodiscard]] Result<void> bind_columns(const SourceContext& context, const KafkaInput& input,
                                          const std::string& time_field);
  [[nodiscard]] Result<void> find_surroundings();
  [[nodiscard]] std::optional<Trouble> decode_columns(std::string_view value, EventBatch& batch);

  std::optional<ObjectDecoder> object_;  ///< values are JSON, or
  std::optional<EventFactory> columns_;  ///< lines of CSV
  csv::Dialect dialect_;
  std::vector<std::string> fields_;
  std::size_t num_columns_ = 0;
  std::optional<std::size_t> time_column_;
  std::string time_surrounding_;  ///< where the time stands outside of the value; empty: inside
  std::vector<std::pair<std::size_t, std::string>> surroundings_;  ///< field, what stands there
  std::optional<std::string> time_text_;
};

/// Names of fields that stand around a value begin with this.
inline constexpr char kAround = '@';

/// The text of such a field of a record, or nothing if the record has none.
[[nodiscard]] std::optional<std::string> text_around(const PlacedRecord& placed,
                                                     std::string_view name);

}  // namespace fairmon::plugins::kafka_input
