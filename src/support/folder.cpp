#include "support/folder.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <string_view>

namespace fairmon::support {

namespace {

struct CloseFolder {
  void operator()(DIR* folder) const { ::closedir(folder); }
};

using OpenFolder = std::unique_ptr<DIR, CloseFolder>;

/// The next entry that is neither the folder itself nor the one above it; none with `errno` 0 at
/// the end.
const dirent* next_entry(DIR* folder) {
  while (true) {
    errno = 0;
    const dirent* entry = ::readdir(folder);
    if (entry == nullptr) {
      return nullptr;
    }
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") {
      return entry;
    }
  }
}

OpenFolder open_below(int parent, const char* name) {
  const int descriptor = ::openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor < 0) {
    return nullptr;
  }
  OpenFolder folder(::fdopendir(descriptor));
  if (!folder) {
    ::close(descriptor);
  }
  return folder;
}

void remove_below(int parent, const char* name) {  // NOLINT(misc-no-recursion)
  if (::unlinkat(parent, name, 0) == 0) {
    return;
  }
  if (const OpenFolder folder = open_below(parent, name)) {
    while (const dirent* entry = next_entry(folder.get())) {
      remove_below(::dirfd(folder.get()), entry->d_name);
    }
  }
  ::unlinkat(parent, name, AT_REMOVEDIR);
}

}  // namespace

std::vector<std::string> names_in_folder(const std::string& folder, std::error_code& failed) {
  failed.clear();
  std::vector<std::string> names;
  const OpenFolder open(::opendir(folder.c_str()));
  if (!open) {
    failed.assign(errno, std::generic_category());
    return names;
  }
  while (const dirent* entry = next_entry(open.get())) {
    names.emplace_back(entry->d_name);
  }
  if (errno != 0) {
    failed.assign(errno, std::generic_category());
  }
  return names;
}

void remove_with_content(const std::string& path) noexcept { remove_below(AT_FDCWD, path.c_str()); }

}  // namespace fairmon::support
