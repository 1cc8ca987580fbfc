#pragma once

#include <fairmon/result.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/packing.hpp"

namespace fairmon::plugins::webhook {

using Labels = std::vector<std::pair<std::string, std::string>>;

/// A value behind a condition, and how sure it is.
struct Evidence {
  std::string stream;
  std::string instance;
  double value = 0.0;
  std::int64_t as_of_ns = 0;  ///< when the stream got the value
  std::optional<std::uint64_t> trials;
  std::optional<double> lower;
  std::optional<double> upper;
};

/// One instance of a trigger whose condition holds.
struct Violation {
  std::string trigger;  ///< `trigger_0`
  std::string title;
  Labels labels;              ///< parameters by name
  std::string instance;       ///< the same side by side
  std::int64_t since_ns = 0;  ///< first firing of the episode
  std::string message;        ///< of the newest firing
  std::uint64_t firings = 0;
  std::optional<double> value;  ///< of the newest firing, where the trigger has a plot
  std::optional<double> threshold;
  std::string state;  ///< violated, kept or undecided, where that is judged and asked for
  std::vector<Evidence> evidence;
};

enum class NoticeKind : std::uint8_t { Begin, Still, End };
[[nodiscard]] std::string_view kind_name(NoticeKind kind) noexcept;

/// What is told of an alarm: a copy, which does not change any more.
struct Notice {
  NoticeKind kind = NoticeKind::Begin;
  std::string alarm;         ///< identity of the alarm, the same from its begin to its end
  std::uint64_t number = 0;  ///< of those that tell that it goes on
  std::string source;        ///< who tells
  Labels labels;             ///< what all violations of the alarm have in common
  std::int64_t since_ns = 0;
  std::int64_t at_ns = 0;                ///< of the alarm's clock
  std::optional<std::int64_t> ended_ns;  ///< when the last condition became false
  std::optional<std::int64_t> start_ns;  ///< calendar time of time 0, if the data have one
  std::int64_t noted_ns = 0;             ///< by the clock on the wall
  std::string reason;                    ///< why, where that is not plain
  std::vector<Violation> violations;
  std::uint64_t more = 0;  ///< violations that are left out of the list
  bool test = false;

  /// Tells this notice from all others; the same when it is made again after a crash.
  [[nodiscard]] std::string id() const;
};

void pack_violation(std::string& out, const Violation& violation);
[[nodiscard]] Violation unpack_violation(support::Unpacker& in);
[[nodiscard]] std::string pack_notice(const Notice& notice);
/// Nothing if the bytes are none.
[[nodiscard]] std::optional<Notice> unpack_notice(std::string_view bytes);

void pack_labels(std::string& out, const Labels& labels);
[[nodiscard]] Labels unpack_labels(support::Unpacker& in);
void pack_optional(std::string& out, const std::optional<std::int64_t>& number);
[[nodiscard]] std::optional<std::int64_t> unpack_optional(support::Unpacker& in);

}  // namespace fairmon::plugins::webhook
