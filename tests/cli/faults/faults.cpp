// Put before a program by LD_PRELOAD: counts the calls that can fail, makes one of them fail, or
// writes down what happens to files.
//
//   FAIRMON_FAULT=kind:n    the n-th call of that kind fails once (n+: from there on)
//   FAIRMON_FAULT_COUNTS=F  how many calls there were, into F when the program ends
//   FAIRMON_FILE_TRACE=F    every change of a file, in order, into F
//
// Kinds: memory, read, write, sync, open, rename, cut, thread. Counting begins when the program
// opens a specification: whoever cannot even start need not be tried.
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
}

namespace {

enum Kind { kMemory, kRead, kWrite, kSync, kOpen, kRename, kCut, kThread, kNumKinds };
constexpr const char* kNames[kNumKinds] = {"memory", "read",   "write", "sync",
                                           "open",   "rename", "cut",   "thread"};

std::atomic<bool> armed{false};
std::atomic<long> counts[kNumKinds];
int fault_kind = -1;
long fault_at = 0;
bool fault_goes_on = false;
int trace = -1;
std::atomic_flag tracing = ATOMIC_FLAG_INIT;

__attribute__((constructor)) void read_wishes() {
  if (const char* wish = std::getenv("FAIRMON_FAULT")) {
    for (int kind = 0; kind < kNumKinds; ++kind) {
      const std::size_t length = std::strlen(kNames[kind]);
      if (std::strncmp(wish, kNames[kind], length) == 0 && wish[length] == ':') {
        fault_kind = kind;
        fault_at = std::atol(wish + length + 1);
        fault_goes_on = wish[std::strlen(wish) - 1] == '+';
      }
    }
  }
  if (const char* file = std::getenv("FAIRMON_FILE_TRACE")) {
    trace = static_cast<int>(
        syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  }
}

__attribute__((destructor)) void tell_counts() {
  armed = false;
  const char* file = std::getenv("FAIRMON_FAULT_COUNTS");
  if (file == nullptr) {
    return;
  }
  const int out = static_cast<int>(
      syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  for (int kind = 0; kind < kNumKinds; ++kind) {
    char line[64];
    const int length =
        std::snprintf(line, sizeof line, "%s %ld\n", kNames[kind], counts[kind].load());
    syscall(SYS_write, out, line, length);
  }
  syscall(SYS_close, out);
}

bool fails(Kind kind) {
  if (!armed.load(std::memory_order_relaxed)) {
    return false;
  }
  const long number = ++counts[kind];
  return kind == fault_kind && (fault_goes_on ? number >= fault_at : number == fault_at);
}

template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

/// Numbers of file and folder, so that the reader of the trace needs no descriptors.
std::uint64_t number_of(int descriptor) {
  struct stat facts{};
  return fstat(descriptor, &facts) == 0 ? facts.st_ino : 0;
}

bool is_file(int descriptor, mode_t kind) {
  struct stat facts{};
  return fstat(descriptor, &facts) == 0 && (facts.st_mode & S_IFMT) == kind;
}

/// One line, then `size` bytes.
void note(const char* what, std::uint64_t file, std::uint64_t place, std::uint64_t size,
          const char* text, const void* bytes = nullptr, std::size_t num_bytes = 0) {
  if (trace < 0 || !armed) {
    return;
  }
  while (tracing.test_and_set()) {
  }
  char line[8192];
  const int length = std::snprintf(
      line, sizeof line, "%s %llu %llu %llu %s\n", what, static_cast<unsigned long long>(file),
      static_cast<unsigned long long>(place), static_cast<unsigned long long>(size), text);
  syscall(SYS_write, trace, line, length);
  if (num_bytes > 0) {
    syscall(SYS_write, trace, bytes, num_bytes);
  }
  tracing.clear();
}

int open_file(const char* name, int flags, mode_t mode) {
  if (std::strstr(name, ".lola") != nullptr) {
    armed = true;
  }
  if (fails(kOpen)) {
    errno = EMFILE;
    return -1;
  }
  struct stat before{};
  const bool there = stat(name, &before) == 0;
  const int descriptor = static_cast<int>(syscall(SYS_openat, AT_FDCWD, name, flags, mode));
  if (descriptor < 0) {
    return -1;
  }
  if ((flags & (O_WRONLY | O_RDWR)) != 0 && is_file(descriptor, S_IFREG)) {
    if (!there) {
      note("create", number_of(descriptor), 0, 0, name);
    } else if ((flags & O_TRUNC) != 0) {
      note("cut", number_of(descriptor), 0, 0, name);
    }
  }
  return descriptor;
}

}  // namespace

extern "C" {

void* malloc(std::size_t size) {
  if (fails(kMemory)) {
    errno = ENOMEM;
    return nullptr;
  }
  return __libc_malloc(size);
}

void* calloc(std::size_t count, std::size_t size) {
  if (fails(kMemory)) {
    errno = ENOMEM;
    return nullptr;
  }
  return __libc_calloc(count, size);
}

void* realloc(void* memory, std::size_t size) {
  if (fails(kMemory)) {
    errno = ENOMEM;
    return nullptr;
  }
  return __libc_realloc(memory, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) {
  if (fails(kMemory)) {
    errno = ENOMEM;
    return nullptr;
  }
  return __libc_memalign(alignment, size);
}

int posix_memalign(void** memory, std::size_t alignment, std::size_t size) {
  if (fails(kMemory)) {
    return ENOMEM;
  }
  *memory = __libc_memalign(alignment, size);
  return *memory == nullptr ? ENOMEM : 0;
}

int open(const char* name, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const auto mode = static_cast<mode_t>((flags & O_CREAT) != 0 ? va_arg(more, int) : 0);
  va_end(more);
  return open_file(name, flags, mode);
}

int open64(const char* name, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const auto mode = static_cast<mode_t>((flags & O_CREAT) != 0 ? va_arg(more, int) : 0);
  va_end(more);
  return open_file(name, flags, mode);
}

FILE* fopen64(const char* name, const char* mode) {
  if (std::strstr(name, ".lola") != nullptr) {
    armed = true;
  }
  if (fails(kOpen)) {
    errno = EMFILE;
    return nullptr;
  }
  static auto* const real = next<FILE*(const char*, const char*)>("fopen64");
  return real(name, mode);
}

ssize_t read(int descriptor, void* into, std::size_t room) {
  if (descriptor != 2 && fails(kRead)) {
    errno = EIO;
    return -1;
  }
  return syscall(SYS_read, descriptor, into, room);
}

ssize_t write(int descriptor, const void* bytes, std::size_t size) {
  // Half of a write that fails may have come about.
  if (descriptor > 2 && fails(kWrite)) {
    errno = ENOSPC;
    return -1;
  }
  const bool traced = trace >= 0 && descriptor > 2 && is_file(descriptor, S_IFREG);
  const auto flags = traced ? fcntl(descriptor, F_GETFL) : 0;
  const off_t place =
      traced ? lseek(descriptor, 0, (flags & O_APPEND) != 0 ? SEEK_END : SEEK_CUR) : 0;
  const ssize_t count = syscall(SYS_write, descriptor, bytes, size);
  if (traced && count > 0) {
    note("write", number_of(descriptor), static_cast<std::uint64_t>(place),
         static_cast<std::uint64_t>(count), "-", bytes, static_cast<std::size_t>(count));
  }
  return count;
}

int fsync(int descriptor) {
  if (fails(kSync)) {
    errno = EIO;
    return -1;
  }
  const int code = static_cast<int>(syscall(SYS_fsync, descriptor));
  if (code == 0) {
    note(is_file(descriptor, S_IFDIR) ? "syncdir" : "sync", number_of(descriptor), 0, 0, "-");
  }
  return code;
}

int ftruncate(int descriptor, off_t size) {
  if (fails(kCut)) {
    errno = EIO;
    return -1;
  }
  const int code = static_cast<int>(syscall(SYS_ftruncate, descriptor, size));
  if (code == 0) {
    note("cut", number_of(descriptor), static_cast<std::uint64_t>(size), 0, "-");
  }
  return code;
}

int ftruncate64(int descriptor, off64_t size) { return ftruncate(descriptor, size); }

int rename(const char* from, const char* to) {
  if (fails(kRename)) {
    errno = EIO;
    return -1;
  }
  const int code = static_cast<int>(syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
  if (code == 0) {
    char both[8000];
    std::snprintf(both, sizeof both, "%s|%s", from, to);
    note("rename", 0, 0, 0, both);
  }
  return code;
}

int unlink(const char* name) {
  const int code = static_cast<int>(syscall(SYS_unlinkat, AT_FDCWD, name, 0));
  if (code == 0) {
    note("remove", 0, 0, 0, name);
  }
  return code;
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*),
                   void* argument) {
  if (fails(kThread)) {
    return EAGAIN;
  }
  static auto* const real =
      next<int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*)>("pthread_create");
  return real(thread, attributes, start, argument);
}

}  // extern "C"
