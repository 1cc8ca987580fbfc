#pragma once

#include <fairmon/result.hpp>

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace fairmon::server {

struct Upload {
  std::string id;
  std::string name;  ///< as the user calls it; never used as a path
  std::filesystem::path file;
  std::uint64_t bytes = 0;
};

/// Files given to the server by a page: in a private folder, under random names, removed at exit.
class UploadStore {
 public:
  explicit UploadStore(std::uint64_t max_bytes);
  ~UploadStore();
  UploadStore(const UploadStore&) = delete;
  UploadStore& operator=(const UploadStore&) = delete;

  [[nodiscard]] std::uint64_t max_bytes() const noexcept { return max_bytes_; }
  /// A name for a body to be written to, if there is room for `expected` bytes.
  [[nodiscard]] Result<std::filesystem::path> reserve(std::uint64_t expected);
  /// Takes a written file over. `name` decides the suffix, nothing else.
  [[nodiscard]] Upload add(const std::filesystem::path& file, std::string name,
                           std::uint64_t bytes);
  [[nodiscard]] std::optional<Upload> find(const std::string& id) const;
  bool remove(const std::string& id);

 private:
  std::uint64_t max_bytes_;
  std::filesystem::path folder_;
  mutable std::mutex mutex_;
  std::map<std::string, Upload> uploads_;
};

/// The last part of a file name given by a page, without anything that could leave a folder.
[[nodiscard]] std::string plain_file_name(std::string_view name);

/// The real path of `path` if it lies below `root` after resolving links. Relative paths are taken
/// from `root`.
[[nodiscard]] Result<std::filesystem::path> resolve_below(const std::filesystem::path& root,
                                                          const std::string& path);

}  // namespace fairmon::server
