#pragma once

#include <fairmon/result.hpp>

#include <string>

#include "support/check.hpp"

namespace fairmon::support {

/// A shared library that is opened when it is first needed. Those for downloads and archives bring
/// some thirty others along; a run that reads CSV should not wait for them at its start.
class LibraryOnDemand {
 public:
  /// `package` is what the message tells the user to install.
  LibraryOnDemand(const char* name, const char* package);

  /// Sets the pointer to the function of this name. After a failure, all later calls do nothing.
  template <typename Function>
  LibraryOnDemand& find(const char* name, Function*& function) {
    function = reinterpret_cast<Function*>(address_of(name));
    return *this;
  }

  /// Whether the library and all functions asked for are there.
  [[nodiscard]] const Result<void>& outcome() const noexcept { return outcome_; }

 private:
  void* address_of(const char* name);

  const char* name_;
  const char* package_;
  void* handle_ = nullptr;
  Result<void> outcome_;
};

/// The functions of a library, which `look_up` finds, and whether they could be had.
template <typename Functions>
class LoadedFunctions {
 public:
  template <typename LookUp>
  LoadedFunctions(const char* name, const char* package, const LookUp& look_up) : name_(name) {
    LibraryOnDemand library(name, package);
    look_up(library, functions_);
    outcome_ = library.outcome();
  }
  [[nodiscard]] const Result<void>& outcome() const noexcept { return outcome_; }
  /// Only after success.
  [[nodiscard]] const Functions& get() const {
    FAIRMON_CHECK(outcome_, std::string(name_) + " is used before it was loaded");
    return functions_;
  }

 private:
  const char* name_;
  Functions functions_;
  Result<void> outcome_;
};

}  // namespace fairmon::support
