#include "capi/failure.hpp"

#include <cstdlib>
#include <cstring>
#include <new>

#include "support/caught.hpp"

namespace fairmon::capi {

namespace {

struct Noted {
  Failure failure{FAIRMON_OK, {}, {}, {}, -1};
  fairmon_failure shown{FAIRMON_OK, "", "", "", -1};
};

Noted& noted() noexcept {
  thread_local Noted last;
  return last;
}

fairmon_status status_of(ErrorCode code) noexcept {
  switch (code) {
    case ErrorCode::Usage:
    case ErrorCode::NotFound:
      return FAIRMON_USAGE;
    case ErrorCode::Specification:
      return FAIRMON_SPECIFICATION;
    case ErrorCode::Input:
      return FAIRMON_INPUT;
    case ErrorCode::Evaluation:
      return FAIRMON_EVALUATION;
    case ErrorCode::Checkpoint:
      return FAIRMON_CHECKPOINT;
    case ErrorCode::Cancelled:
      return FAIRMON_CANCELLED;
    case ErrorCode::Resource:
      return FAIRMON_RESOURCE;
    case ErrorCode::Output:
    case ErrorCode::Network:
    case ErrorCode::Internal:
      return FAIRMON_INTERNAL;
  }
  return FAIRMON_INTERNAL;
}

}  // namespace

Failure usage(std::string message) { return {FAIRMON_USAGE, std::move(message), {}, {}, -1}; }

Failure bad_input(std::string message) { return {FAIRMON_INPUT, std::move(message), {}, {}, -1}; }

Failure failure_of(const Error& error) {
  return {status_of(error.code), error.to_string(), {}, {}, -1};
}

Failure caught_failure() noexcept { return failure_of(support::caught_error()); }

fairmon_status note_success() noexcept {
  noted().shown = {FAIRMON_OK, "", "", "", -1};
  return FAIRMON_OK;
}

fairmon_status note(Failure failure) noexcept {
  Noted& last = noted();
  last.failure = std::move(failure);
  last.shown = {last.failure.status, last.failure.message.c_str(), last.failure.stream.c_str(),
                last.failure.column.c_str(), last.failure.row};
  return last.failure.status;
}

fairmon_bytes copy_out(std::string_view bytes) {
  auto* data = static_cast<char*>(std::malloc(bytes.size() + 1));
  if (data == nullptr) {
    throw std::bad_alloc();
  }
  if (!bytes.empty()) {
    std::memcpy(data, bytes.data(), bytes.size());
  }
  data[bytes.size()] = '\0';
  return {data, bytes.size()};
}

std::string_view text_of(const char* text) noexcept {
  return text == nullptr ? std::string_view() : std::string_view(text);
}

}  // namespace fairmon::capi

const fairmon_failure* fairmon_last_failure(void) { return &fairmon::capi::noted().shown; }

void fairmon_bytes_free(fairmon_bytes* bytes) {
  if (bytes != nullptr) {
    std::free(bytes->data);
    *bytes = {nullptr, 0};
  }
}
