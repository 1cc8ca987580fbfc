#include "server/uploads.hpp"

#include <algorithm>
#include <cstdlib>
#include <system_error>

#include "server/http/security.hpp"
#include "support/folder.hpp"

namespace fairmon::server {

namespace fs = std::filesystem;

namespace {

/// Room that must stay free on the disk besides the upload itself.
constexpr std::uint64_t kReserve = std::uint64_t{64} << 20U;

fs::path make_private_folder() {
  std::string pattern = (fs::temp_directory_path() / "fairmon-XXXXXX").string();
  // mkdtemp makes the folder with mode 0700.
  return ::mkdtemp(pattern.data()) == nullptr ? fs::path() : fs::path(pattern);
}

}  // namespace

std::string plain_file_name(std::string_view name) {
  const std::size_t slash = name.find_last_of("/\\");
  std::string plain(slash == std::string_view::npos ? name : name.substr(slash + 1));
  std::erase_if(plain, [](unsigned char c) { return c < 0x20 || c == 0x7f; });
  return plain.empty() || plain == "." || plain == ".." ? "data.csv" : plain.substr(0, 200);
}

UploadStore::UploadStore(std::uint64_t max_bytes)
    : max_bytes_(max_bytes), folder_(make_private_folder()) {}

UploadStore::~UploadStore() {
  if (!folder_.empty()) {
    support::remove_with_content(folder_.native());
  }
}

Result<fs::path> UploadStore::reserve(std::uint64_t expected) {
  if (folder_.empty()) {
    return Error(ErrorCode::Output, "no folder for uploads could be made");
  }
  if (expected > max_bytes_) {
    return Error(ErrorCode::Usage, "the file is larger than the limit of " +
                                       std::to_string(max_bytes_ >> 20U) +
                                       " MB; give its path instead of uploading it");
  }
  std::error_code failed;
  const fs::space_info space = fs::space(folder_, failed);
  if (!failed && space.available < expected + kReserve) {
    return Error(ErrorCode::Output, "there is not enough free space for the upload");
  }
  return folder_ / (random_token().substr(0, 24) + ".part");
}

Upload UploadStore::add(const fs::path& file, std::string name, std::uint64_t bytes) {
  Upload upload;
  upload.id = random_token().substr(0, 24);
  upload.name = plain_file_name(name);
  upload.bytes = bytes;
  // Plugins are chosen by suffix, so the random name keeps it.
  const std::size_t dot = upload.name.find('.');
  std::string suffix = dot == std::string::npos ? ".csv" : upload.name.substr(dot);
  std::erase_if(suffix, [](unsigned char c) { return std::isalnum(c) == 0 && c != '.'; });
  upload.file = folder_ / (upload.id + suffix);
  std::error_code failed;
  fs::rename(file, upload.file, failed);
  if (failed) {
    upload.file = file;
  }
  const std::scoped_lock lock(mutex_);
  uploads_[upload.id] = upload;
  return upload;
}

std::optional<Upload> UploadStore::find(const std::string& id) const {
  const std::scoped_lock lock(mutex_);
  const auto found = uploads_.find(id);
  return found == uploads_.end() ? std::nullopt : std::optional(found->second);
}

bool UploadStore::remove(const std::string& id) {
  const std::scoped_lock lock(mutex_);
  const auto found = uploads_.find(id);
  if (found == uploads_.end()) {
    return false;
  }
  std::error_code ignored;
  fs::remove(found->second.file, ignored);
  uploads_.erase(found);
  return true;
}

Result<fs::path> resolve_below(const fs::path& root, const std::string& path) {
  if (root.empty()) {
    return Error(ErrorCode::Usage,
                 "files of this computer are not offered; start with --data-root FOLDER");
  }
  std::error_code failed;
  const fs::path base = fs::canonical(root, failed);
  const fs::path real = failed ? fs::path() : fs::canonical(base / path, failed);
  if (failed) {
    return Error(ErrorCode::NotFound, "there is no file " + path);
  }
  const auto [end, unused] = std::mismatch(base.begin(), base.end(), real.begin(), real.end());
  if (end != base.end()) {
    return Error(ErrorCode::Usage, path + " lies outside of " + base.string());
  }
  return real;
}

}  // namespace fairmon::server
