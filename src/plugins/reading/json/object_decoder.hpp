#pragma once

#include <fairmon/event_source.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plugins/reading/input_options.hpp"
#include "plugins/reading/json/record_decoder.hpp"

namespace fairmon::plugins {

/// Puts records that come one at a time, one JSON object each, into batches.
class ObjectDecoder {
 public:
  /// Fields that begin with `foreign` are not looked up in records: who reads them sets them, by
  /// `factory`. Without a time field records have no times.
  [[nodiscard]] static Result<ObjectDecoder> bind(const SourceContext& context,
                                                  const CommonInput& common, std::string time_field,
                                                  char foreign = '\0');

  /// Begins a row and fills it; what is wrong with the record, if something is. `keep` or `abandon`
  /// follows.
  [[nodiscard]] std::optional<Trouble> decode(std::string_view record, EventBatch& batch);
  void keep() { factory_.end(); }
  void abandon() { factory_.abandon(); }

  /// Of the record decoded last, where times are read from records.
  [[nodiscard]] std::optional<std::string_view> time_text() const { return decoder_.time_text(); }
  [[nodiscard]] const std::vector<std::string>& fields() const noexcept { return fields_; }
  [[nodiscard]] EventFactory& factory() noexcept { return factory_; }
  /// Marks in `seen` which fields occur, and collects the names of top-level members.
  void survey(std::string_view record, std::vector<bool>& seen, std::vector<std::string>& names) {
    decoder_.survey(record, seen, names);
  }
  /// Name of the member that holds the time; empty: times do not stand in records.
  [[nodiscard]] const std::string& time_field() const noexcept { return time_field_; }
  /// What is wrong with the fields a record has: an input without one, with the nearest name.
  [[nodiscard]] std::optional<Trouble> check_fields(std::string_view record);

 private:
  ObjectDecoder(std::vector<std::string> fields, EventFactory factory, RecordDecoder decoder,
                std::string time_field)
      : fields_(std::move(fields)),
        factory_(std::move(factory)),
        decoder_(std::move(decoder)),
        time_field_(std::move(time_field)) {}

  std::vector<std::string> fields_;
  EventFactory factory_;
  RecordDecoder decoder_;
  std::string time_field_;
  std::string padded_;
  std::vector<bool> seen_;
  std::vector<std::string> names_;
};

}  // namespace fairmon::plugins
