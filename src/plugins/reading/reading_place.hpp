#pragma once

#include <fairmon/time_format.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "plugins/reading/file_list.hpp"
#include "plugins/reading/record_gate.hpp"

namespace fairmon::plugins {

/// Where reading stands, for checkpoints: the place in the files, and what was learnt on the way.
struct ReadingPlace {
  FileMark mark;
  std::uint64_t line = 0;
  std::uint64_t num_records = 0;

  /// The place as an opaque text, with the state of times and gate.
  [[nodiscard]] std::string to_text(const TimeReader& times, const RecordGate& gate) const;
  /// Reads such a text and brings times and gate into the state it tells of.
  [[nodiscard]] static Result<ReadingPlace> from_text(std::string_view text, const FileList& files,
                                                      std::optional<TimeReader>& times,
                                                      RecordGate& gate);
};

}  // namespace fairmon::plugins
