#include "server/spec_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string_view>

namespace fairmon::server {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kMark = "\xef\xbb\xbf";

/// How the bytes of a file differ from the text that editors see.
struct Shape {
  bool mark = false;
  bool crlf = false;
};

std::string to_text(std::string bytes, Shape& shape) {
  shape.mark = bytes.starts_with(kMark);
  if (shape.mark) {
    bytes.erase(0, kMark.size());
  }
  shape.crlf = bytes.find("\r\n") != std::string::npos;
  std::string text;
  text.reserve(bytes.size());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (bytes[i] == '\r') {
      i += i + 1 < bytes.size() && bytes[i + 1] == '\n' ? 1 : 0;
      text += '\n';
    } else {
      text += bytes[i];
    }
  }
  return text;
}

std::string to_bytes(const std::string& text, Shape shape) {
  std::string bytes(shape.mark ? kMark : std::string_view());
  for (const char c : text) {
    bytes += shape.crlf && c == '\n' ? "\r\n" : std::string(1, c);
  }
  return bytes;
}

Error cannot(const char* what, const fs::path& file) {
  return Error(ErrorCode::Output,
               std::string("cannot ") + what + " " + file.string() + ": " + std::strerror(errno));
}

Result<std::string> read_with_shape(const fs::path& file, Shape& shape) {
  std::ifstream in(file, std::ios::binary);
  if (!in.is_open()) {
    return errno == ENOENT ? Error(ErrorCode::NotFound, file.string() + " is not there any more")
                           : cannot("read", file);
  }
  std::string bytes((std::istreambuf_iterator<char>(in)), {});
  if (in.bad()) {
    return cannot("read", file);
  }
  return to_text(std::move(bytes), shape);
}

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t done = ::write(descriptor, bytes.data(), bytes.size());
    if (done < 0 && errno == EINTR) {
      continue;
    }
    if (done <= 0) {
      return false;
    }
    bytes.remove_prefix(static_cast<std::size_t>(done));
  }
  return ::fsync(descriptor) == 0;
}

/// Writes beside the file and renames, so that a full disk or a crash leaves the old text.
Result<void> replace(const fs::path& file, std::string_view bytes) {
  std::string beside = file.string() + ".XXXXXX";
  const int descriptor = ::mkstemp(beside.data());
  if (descriptor < 0) {
    return cannot("write beside", file);
  }
  struct stat old{};
  const bool had_mode = ::stat(file.c_str(), &old) == 0;
  const bool written = write_all(descriptor, bytes) &&
                       (!had_mode || ::fchmod(descriptor, old.st_mode & 07777U) == 0);
  const int reason = errno;
  ::close(descriptor);
  if (!written || ::rename(beside.c_str(), file.c_str()) != 0) {
    errno = written ? errno : reason;
    Error error = cannot("write", file);
    ::unlink(beside.c_str());
    return error;
  }
  return {};
}

}  // namespace

Result<std::string> read_spec_file(const fs::path& file) {
  Shape shape;
  return read_with_shape(file, shape);
}

Result<SpecWrite> write_spec_file(const fs::path& file, const std::string& text,
                                  const std::string& base) {
  Shape shape;
  // A link stays one: what it points to is replaced.
  std::error_code failed;
  const fs::path real = fs::weakly_canonical(file, failed);
  const fs::path& target = failed ? file : real;
  const auto known = read_with_shape(target, shape);
  if (known && *known != base) {
    return SpecWrite::Conflict;
  }
  if (!known && known.error().code != ErrorCode::NotFound) {
    return known.error();
  }
  if (auto replaced = replace(target, to_bytes(text, shape)); !replaced) {
    return std::move(replaced).error();
  }
  return SpecWrite::Done;
}

}  // namespace fairmon::server
