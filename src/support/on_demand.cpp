#include "support/on_demand.hpp"

#include <dlfcn.h>

#include <string>

namespace fairmon::support {

namespace {

Error unusable(const std::string& what, const std::string& package) {
  const char* reason = dlerror();
  return {ErrorCode::NotFound, what + " cannot be loaded (" +
                                   (reason == nullptr ? "unknown reason" : reason) +
                                   "); install the package " + package};
}

}  // namespace

// Never closed: threads of the library may outlive its last use.
LibraryOnDemand::LibraryOnDemand(const char* name, const char* package)
    : name_(name), package_(package), handle_(dlopen(name, RTLD_NOW | RTLD_LOCAL)) {
  if (handle_ == nullptr) {
    outcome_ = unusable(name_, package_);
  }
}

void* LibraryOnDemand::address_of(const char* name) {
  if (!outcome_) {
    return nullptr;
  }
  void* address = dlsym(handle_, name);
  if (address == nullptr) {
    outcome_ = unusable(std::string(name) + " of " + name_, package_);
  }
  return address;
}

}  // namespace fairmon::support
