#pragma once

#include <fairmon/c.h>
#include <fairmon/result.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace fairmon::capi {

/// Why a call did not do what it was asked for.
struct Failure {
  fairmon_status status = FAIRMON_INTERNAL;
  std::string message;
  std::string stream;
  std::string column;
  std::int64_t row = -1;
};

template <typename T>
using Outcome = Result<T, Failure>;

[[nodiscard]] Failure usage(std::string message);
[[nodiscard]] Failure bad_input(std::string message);
/// As the error's code says; message and context on one line each.
[[nodiscard]] Failure failure_of(const Error& error);
/// The exception that is being handled.
[[nodiscard]] Failure caught_failure() noexcept;

/// Notes the outcome for fairmon_last_failure and returns its status.
fairmon_status note_success() noexcept;
fairmon_status note(Failure failure) noexcept;

/// The body of every function of C: `work` returns an Outcome<void>.
template <typename Work>
fairmon_status perform(Work&& work) noexcept {
  try {
    Outcome<void> done = std::forward<Work>(work)();
    return done.ok() ? note_success() : note(std::move(done).error());
  } catch (...) {
    return note(caught_failure());
  }
}

/// A copy that fairmon_bytes_free gives back.
[[nodiscard]] fairmon_bytes copy_out(std::string_view bytes);
/// Null is the empty text.
[[nodiscard]] std::string_view text_of(const char* text) noexcept;

/// Hands a text out, or says why there is none: `work` returns an Outcome<std::string>.
template <typename Work>
fairmon_status hand_out(fairmon_bytes* target, Work&& work) noexcept {
  return perform([&]() -> Outcome<void> {
    if (target == nullptr) {
      return usage("there is nowhere to put the result");
    }
    *target = {nullptr, 0};
    Outcome<std::string> text = std::forward<Work>(work)();
    if (!text) {
      return std::move(text).error();
    }
    *target = copy_out(*text);
    return {};
  });
}

}  // namespace fairmon::capi
