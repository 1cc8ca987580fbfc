#include "support/caught.hpp"

#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>

namespace fairmon::support {

namespace {

Error describe() {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return {};
  } catch (const std::length_error&) {
    return {};  // a size that no memory could hold
  } catch (const std::system_error& error) {
    return {ErrorCode::Resource, error.code().message()};
  } catch (const std::exception& error) {
    return {ErrorCode::Internal, std::string("a mistake in FairMon itself: ") + error.what()};
  } catch (...) {
    return {ErrorCode::Internal, "a mistake in FairMon itself"};
  }
}

}  // namespace

// Describing the trouble may need memory as well. The text of last resort is short enough to stand
// in the string itself.
Error caught_error() noexcept {
  Error error;
  try {
    error = describe();
  } catch (...) {
    error = Error();
  }
  if (error.message.empty()) {
    error.code = ErrorCode::Resource;
    error.message = "out of memory";
  }
  return error;
}

}  // namespace fairmon::support
