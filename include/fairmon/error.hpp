#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fairmon {

/// What kind of trouble an Error reports. Decides the exit code of the command line.
enum class ErrorCode : std::uint8_t {
  Usage,          ///< an option or argument does not make sense
  Specification,  ///< the specification does not compile
  NotFound,       ///< a file, column or stream is not there
  Input,          ///< reading or decoding data failed
  Output,         ///< writing results failed
  Evaluation,     ///< a stream could not be evaluated (division by zero, Prob out of range, …)
  Checkpoint,     ///< a checkpoint is damaged or belongs to another run
  Network,        ///< a remote service failed
  Cancelled,      ///< the user stopped the work
  Resource,       ///< the system has no memory or no thread left
  Internal,       ///< a mistake of ours
};

/// A failure of the world (files, records, network), never of a specification's text.
struct Error {
  ErrorCode code = ErrorCode::Internal;
  std::string message;
  /// What was being attempted, innermost first; printed as "while …".
  std::vector<std::string> context;

  Error() = default;
  Error(ErrorCode the_code, std::string text) : code(the_code), message(std::move(text)) {}

  [[nodiscard]] Error with_context(std::string text) && {
    context.push_back(std::move(text));
    return std::move(*this);
  }
  /// The message followed by its context, one line each.
  [[nodiscard]] std::string to_string() const;
};

[[nodiscard]] std::string_view error_code_name(ErrorCode code) noexcept;

}  // namespace fairmon
