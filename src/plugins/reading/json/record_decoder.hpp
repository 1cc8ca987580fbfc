#pragma once

#include <fairmon/event_source.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plugins/reading/json/field_path.hpp"

namespace fairmon::plugins {

/// What is wrong with a record.
struct Trouble {
  std::string message;
  std::string field;
  std::string value;
  std::size_t column = 0;  ///< from 1; 0 if unknown
};

/// Takes the wanted fields out of JSON objects. Hides the JSON library.
class RecordDecoder {
 public:
  /// `fields` are paths; the last one may be the time's.
  RecordDecoder(std::vector<std::string> fields, PathTree tree, std::optional<std::size_t> time);
  ~RecordDecoder();
  RecordDecoder(RecordDecoder&&) noexcept;
  RecordDecoder& operator=(RecordDecoder&&) noexcept;

  /// Which inputs the fields feed: what is written as usual for their types goes straight into the
  /// batch. To be called before `decode`.
  void expect(const SourceContext& context, const EventFactory& factory,
              const DecodeOptions& options);
  /// Gives every other field found to the factory, which has begun the last row of the batch.
  /// `readable` bytes may be read from the start of the text on.
  std::optional<Trouble> decode(std::string_view text, std::size_t readable, EventFactory& factory,
                                EventBatch& batch);
  /// Text of the time in the record decoded or surveyed last; good until the next one.
  [[nodiscard]] std::optional<std::string_view> time_text() const;
  /// Marks in `seen` which fields occur, and collects the names of top-level members.
  void survey(std::string_view text, std::vector<bool>& seen, std::vector<std::string>& names);

 private:
  struct Body;
  std::unique_ptr<Body> body_;
};

}  // namespace fairmon::plugins
