#pragma once

#include <fairmon/result.hpp>

namespace fairmon::dsa {

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

}  // namespace fairmon::dsa
