#include <fairmon/error.hpp>

namespace fairmon {

std::string Error::to_string() const {
  std::string text = message;
  for (const std::string& step : context) {
    text += "\n  while ";
    text += step;
  }
  return text;
}

std::string_view error_code_name(ErrorCode code) noexcept {
  switch (code) {
    case ErrorCode::Usage:
      return "usage";
    case ErrorCode::Specification:
      return "specification";
    case ErrorCode::NotFound:
      return "not-found";
    case ErrorCode::Input:
      return "input";
    case ErrorCode::Output:
      return "output";
    case ErrorCode::Evaluation:
      return "evaluation";
    case ErrorCode::Checkpoint:
      return "checkpoint";
    case ErrorCode::Network:
      return "network";
    case ErrorCode::Cancelled:
      return "cancelled";
    case ErrorCode::Resource:
      return "resource";
    case ErrorCode::Internal:
      return "internal";
  }
  return "internal";
}

}  // namespace fairmon
