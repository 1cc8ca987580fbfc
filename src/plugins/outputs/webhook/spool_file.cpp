#include "plugins/outputs/webhook/spool_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "support/crc32c.hpp"
#include "support/durable_file.hpp"
#include "support/packing.hpp"

namespace fairmon::plugins::webhook {

namespace {

Error unusable(const std::string& file, int failure) {
  return {ErrorCode::Output,
          "cannot use `" + file + "` for alarms that wait: " + std::strerror(failure)};
}

/// Where the next good record begins behind `from`, if there is one.
bool more_behind(std::string_view content, std::uint64_t from) {
  for (std::uint64_t at = from + 1; at + kSpoolFrameHead <= content.size(); ++at) {
    support::Unpacker head(content.substr(at, kSpoolFrameHead));
    const std::uint64_t size = head.number();
    const std::uint64_t checksum = head.number();
    if (size > 0 && size <= content.size() - at - kSpoolFrameHead &&
        support::crc32c(content.substr(at + kSpoolFrameHead, size)) == checksum) {
      return true;
    }
  }
  return false;
}

Result<std::string> whole_file(int descriptor, const std::string& file) {
  struct stat facts{};
  if (::fstat(descriptor, &facts) != 0) {
    return unusable(file, errno);
  }
  std::string content(static_cast<std::size_t>(facts.st_size), '\0');
  std::size_t done = 0;
  while (done < content.size()) {
    const ssize_t count =
        ::pread(descriptor, content.data() + done, content.size() - done, static_cast<off_t>(done));
    if (count < 0 && errno == EINTR) {
      continue;
    }
    if (count <= 0) {
      return unusable(file, errno);
    }
    done += static_cast<std::size_t>(count);
  }
  return content;
}

}  // namespace

std::string spool_frame(std::string_view payload) {
  std::string frame;
  support::pack(frame, std::uint64_t{payload.size()});
  support::pack(frame, std::uint64_t{support::crc32c(payload)});
  frame += payload;
  return frame;
}

Result<int> open_spool_file(const std::string& file) {
  // Messages tell of groups of people: nobody else needs to read them.
  const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor < 0) {
    return unusable(file, errno);
  }
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    const int failure = errno;
    ::close(descriptor);
    return failure == EWOULDBLOCK
               ? Error(ErrorCode::Usage, "`" + file +
                                             "` is in use by another run; every webhook needs a "
                                             "file of its own")
               : unusable(file, failure);
  }
  return descriptor;
}

Result<SpoolContent> read_spool_file(
    int descriptor, const std::string& file,
    const std::function<bool(std::string_view payload, std::uint64_t offset)>& take) {
  const auto content = whole_file(descriptor, file);
  if (!content) {
    return content.error();
  }
  const std::string_view all = *content;
  SpoolContent found;
  if (!all.starts_with(kSpoolMagic) && !kSpoolMagic.starts_with(all)) {
    return Error(ErrorCode::Usage, "`" + file +
                                       "` is there already and holds no alarms that wait; name "
                                       "another file");
  }
  if (all.size() < kSpoolMagic.size()) {
    if (::ftruncate(descriptor, 0) != 0 || ::lseek(descriptor, 0, SEEK_SET) != 0) {
      return unusable(file, errno);
    }
    int failure = support::write_all(descriptor, kSpoolMagic);
    failure = failure == 0 ? support::sync_file(descriptor) : failure;
    failure = failure == 0 ? support::sync_folder_of(file) : failure;
    found.good_bytes = kSpoolMagic.size();
    return failure == 0 ? Result<SpoolContent>(found) : unusable(file, failure);
  }
  std::uint64_t at = kSpoolMagic.size();
  while (at + kSpoolFrameHead <= all.size()) {
    support::Unpacker head(all.substr(at, kSpoolFrameHead));
    const std::uint64_t size = head.number();
    const std::uint64_t checksum = head.number();
    const std::uint64_t begin = at + kSpoolFrameHead;
    if (size > all.size() - begin || support::crc32c(all.substr(begin, size)) != checksum ||
        !take(all.substr(begin, size), begin)) {
      break;
    }
    at = begin + size;
  }
  found.good_bytes = at;
  if (at == all.size()) {
    return found;
  }
  found.damaged = more_behind(all, at);
  if (found.damaged) {
    if (const int failure = support::replace_file(file + ".damaged", all); failure != 0) {
      return unusable(file + ".damaged", failure);
    }
  }
  if (::ftruncate(descriptor, static_cast<off_t>(at)) != 0) {
    return unusable(file, errno);
  }
  const int failure = support::sync_file(descriptor);
  return failure == 0 ? Result<SpoolContent>(found) : unusable(file, failure);
}

}  // namespace fairmon::plugins::webhook
