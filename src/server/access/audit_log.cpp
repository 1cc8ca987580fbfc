#include "server/access/audit_log.hpp"

#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "support/civil_time.hpp"
#include "support/durable_file.hpp"

namespace fairmon::server {

namespace fs = std::filesystem;

AuditLog::~AuditLog() {
  if (descriptor_ >= 0) {
    ::close(descriptor_);
  }
}

int AuditLog::open_file() {
  std::error_code failed;
  fs::create_directories(file_.parent_path(), failed);
  descriptor_ = ::open(file_.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  struct stat facts{};
  if (descriptor_ < 0 || ::fstat(descriptor_, &facts) != 0) {
    return errno;
  }
  size_ = static_cast<std::uint64_t>(facts.st_size);
  return support::sync_folder_of(file_.string());
}

/// Every older file moves one number up; the oldest goes.
int AuditLog::make_room() {
  ::close(descriptor_);
  descriptor_ = -1;
  const auto older = [this](unsigned number) {
    return number == 0 ? file_.string() : file_.string() + "." + std::to_string(number);
  };
  for (unsigned number = kKept; number > 0; --number) {
    if (std::rename(older(number - 1).c_str(), older(number).c_str()) != 0 && errno != ENOENT) {
      return errno;
    }
  }
  return open_file();
}

int AuditLog::write_line(const std::string& text) {
  int failed = descriptor_ < 0 ? open_file() : 0;
  if (failed == 0 && size_ > 0 && size_ + text.size() > most_bytes_) {
    failed = make_room();
  }
  if (failed == 0) {
    failed = support::write_all(descriptor_, text);
  }
  if (failed == 0) {
    failed = support::sync_file(descriptor_);
  }
  if (failed != 0 && descriptor_ >= 0) {
    // Half a line is not left behind if that can be helped; the error told is the first one.
    [[maybe_unused]] const int cut = ::ftruncate(descriptor_, static_cast<off_t>(size_));
    ::close(descriptor_);
    descriptor_ = -1;
  } else {
    size_ += text.size();
  }
  return failed;
}

Result<void> AuditLog::add(const AuditLine& line, std::int64_t now) {
  std::string time;
  support::append_rfc3339(time, now);
  nlohmann::ordered_json json = {{"time", time},
                                 {"who", line.who},
                                 {"role", line.role},
                                 {"from", line.from},
                                 {"what", line.what}};
  if (line.status != 0) {
    json["status"] = line.status;
  }
  const std::string text =
      json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
  const std::lock_guard lock(mutex_);
  if (const int failed = write_line(text); failed != 0) {
    return Error(ErrorCode::Output, "cannot write to the audit log " + file_.string() + ": " +
                                        std::generic_category().message(failed));
  }
  return {};
}

}  // namespace fairmon::server
