#pragma once

#include <string>

#include "eventlog/commit.hpp"
#include "server/http/message.hpp"
#include "watch/push/verdict_desk.hpp"

namespace fairmon::watch {

// What those are told who push events.

[[nodiscard]] server::Response stored(const eventlog::Receipt& receipt);
[[nodiscard]] server::Response judged(const eventlog::Receipt& receipt, const Verdicts& verdicts);
[[nodiscard]] server::Response not_stored(const eventlog::Refusal& refusal);
/// `number` counts from 1; 0: the whole body is wrong.
[[nodiscard]] server::Response bad_event(std::size_t number, std::size_t of,
                                         const std::string& what);

}  // namespace fairmon::watch
