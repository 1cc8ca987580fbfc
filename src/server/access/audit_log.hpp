#pragma once

#include <fairmon/result.hpp>

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <string>

namespace fairmon::server {

/// What somebody did.
struct AuditLine {
  std::string who;   ///< empty: nobody knows
  std::string role;  ///< empty: none
  std::string from;  ///< address
  std::string what;
  unsigned status = 0;  ///< of the answer; 0: not known yet
};

/// Lines of JSON that are only added to, each on the disk before anybody goes on. The file and some
/// older ones beside it (`audit.jsonl.1` is the youngest) have a bounded size.
class AuditLog {
 public:
  static constexpr std::uint64_t kUsualSize = std::uint64_t{8} << 20U;
  static constexpr unsigned kKept = 9;  ///< older files

  explicit AuditLog(std::filesystem::path file, std::uint64_t most_bytes = kUsualSize)
      : file_(std::move(file)), most_bytes_(most_bytes) {}
  ~AuditLog();
  AuditLog(const AuditLog&) = delete;
  AuditLog& operator=(const AuditLog&) = delete;

  /// From any thread. Makes the folder where it is missing.
  [[nodiscard]] Result<void> add(const AuditLine& line, std::int64_t now);
  [[nodiscard]] const std::filesystem::path& file() const noexcept { return file_; }

 private:
  [[nodiscard]] int open_file();
  [[nodiscard]] int make_room();
  [[nodiscard]] int write_line(const std::string& text);

  std::filesystem::path file_;
  std::uint64_t most_bytes_;
  std::mutex mutex_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
};

}  // namespace fairmon::server
