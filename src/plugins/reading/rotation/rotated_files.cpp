#include "plugins/reading/rotation/rotated_files.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "support/folder.hpp"

namespace fairmon::plugins {

namespace {

namespace fs = std::filesystem;

/// What rotation adds to a name: a number or a date, perhaps packed. Anything else is another file.
bool is_rotation_suffix(std::string_view suffix) {
  for (const std::string_view packed : {".gz", ".zst"}) {
    if (suffix.ends_with(packed)) {
      suffix.remove_suffix(packed.size());
    }
  }
  return suffix.size() >= 2 && std::string_view(".-_").find(suffix[0]) != std::string_view::npos &&
         suffix[1] >= '0' && suffix[1] <= '9' &&
         suffix.find_first_not_of("0123456789.-_:T", 1) == std::string_view::npos;
}

template <class Visit>
void each_neighbour(const std::string& name, const Visit& visit) {
  const fs::path folder = fs::path(name).parent_path();
  std::error_code failed;
  for (const std::string& other :
       support::names_in_folder(folder.empty() ? "." : folder.string(), failed)) {
    struct stat facts{};
    const std::string path = (folder / other).string();
    if (::stat(path.c_str(), &facts) == 0 && S_ISREG(facts.st_mode)) {
      visit(path, facts);
    }
  }
}

struct Aged {
  std::int64_t seconds;
  std::int64_t nanoseconds;
  std::string name;
};

}  // namespace

std::vector<std::string> rotated_files(const std::string& name, const std::string& also) {
  const std::string path = (fs::path(name).parent_path() / fs::path(name).filename()).string();
  std::vector<Aged> found;
  each_neighbour(name, [&](const std::string& other, const struct stat& facts) {
    if (other == also || (other.starts_with(path) &&
                          is_rotation_suffix(std::string_view(other).substr(path.size())))) {
      found.push_back({facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec, other});
    }
  });
  // Of two of the same age, log.2 is older than log.1.
  std::sort(found.begin(), found.end(), [](const Aged& a, const Aged& b) {
    return a.seconds != b.seconds           ? a.seconds < b.seconds
           : a.nanoseconds != b.nanoseconds ? a.nanoseconds < b.nanoseconds
                                            : a.name > b.name;
  });
  std::vector<std::string> names;
  for (Aged& file : found) {
    names.push_back(std::move(file.name));
  }
  return names;
}

std::string find_by_mark(const std::string& name, std::uint64_t mark) {
  std::string found;
  each_neighbour(name, [&](const std::string& other, const struct stat& facts) {
    if (facts.st_ino == mark) {
      found = other;
    }
  });
  return found;
}

}  // namespace fairmon::plugins
