#pragma once

#include <string>
#include <string_view>

#include "server/history/run_history.hpp"

namespace fairmon::server {

/// A text that no browser takes for markup.
[[nodiscard]] std::string escape_html(std::string_view text);

/// A number for people: four digits that count.
[[nodiscard]] std::string short_number(double value);

/// A moment for people: `24 Mar 2015`, with the hour in a run of less than 20 days; without a start
/// date what has passed, in its two largest units: `4 y 170 d`.
[[nodiscard]] std::string people_time(Timestamp time, const RunHistory& history);

/// Until when an episode is known to last: its end, the last look at it, or now.
[[nodiscard]] Timestamp end_of(const Episode& episode, const RunHistory& history);

/// Whether nobody has judged an open episode for long: it may be over.
[[nodiscard]] bool is_unjudged_since(const Episode& episode, const RunHistory& history);

/// One panel: step lines with their bands, thresholds, violations as tinted stretches, undecided
/// ones hatched; a legend with what the curves say at the end.
[[nodiscard]] std::string panel_picture(const RunHistory& history, const Panel& panel);

constexpr std::uint32_t kPictureWidth = 900;
constexpr std::size_t kMostCurves = 40;

/// How every requirement stands, as a list.
[[nodiscard]] std::string requirement_list(const RunHistory& history);

}  // namespace fairmon::server
