// Loaded before a program (LD_PRELOAD), lets one call of a kind fail: the one with the given
// number, counted from the beginning of `main`. FAIRMON_FAULT=KIND:N fails call N, KIND:N:M the
// calls from N to N + M - 1, KIND:0 none; FAIRMON_FAULT_COUNT names a file that gets the number of
// calls at the end. Kinds: memory, thread, read, write, sync.
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
}

namespace {

enum class Kind { None, Memory, Thread, Read, Write, Sync };

std::atomic<bool> armed = false;
Kind wanted = Kind::None;
unsigned long first_failing = 0;
unsigned long num_failing = 1;
std::atomic<unsigned long> num_calls = 0;
const char* count_file = nullptr;

/// Whether this call is one of those that fail.
bool fails(Kind kind, int code) {
  if (!armed.load(std::memory_order_relaxed) || kind != wanted) {
    return false;
  }
  const unsigned long number = ++num_calls;
  if (first_failing == 0 || number < first_failing || number >= first_failing + num_failing) {
    return false;
  }
  errno = code;
  return true;
}

template <typename Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

void read_wish() {
  const char* wish = std::getenv("FAIRMON_FAULT");
  count_file = std::getenv("FAIRMON_FAULT_COUNT");
  if (wish == nullptr) {
    return;
  }
  constexpr struct {
    const char* name;
    Kind kind;
  } kKinds[] = {{"memory:", Kind::Memory},
                {"thread:", Kind::Thread},
                {"read:", Kind::Read},
                {"write:", Kind::Write},
                {"sync:", Kind::Sync}};
  for (const auto& known : kKinds) {
    if (std::strncmp(wish, known.name, std::strlen(known.name)) == 0) {
      wanted = known.kind;
      char* rest = nullptr;
      first_failing = std::strtoul(wish + std::strlen(known.name), &rest, 10);
      num_failing = *rest == ':' ? std::strtoul(rest + 1, nullptr, 10) : 1;
    }
  }
}

void write_count() {
  armed = false;
  if (count_file != nullptr) {
    if (std::FILE* file = std::fopen(count_file, "w")) {
      std::fprintf(file, "%lu\n", num_calls.load());
      std::fclose(file);
    }
  }
}

int (*real_main)(int, char**, char**) = nullptr;

int watched_main(int argc, char** argv, char** environment) {
  read_wish();
  armed = true;
  const int code = real_main(argc, argv, environment);
  write_count();
  return code;
}

}  // namespace

extern "C" {

int __libc_start_main(int (*main)(int, char**, char**), int argc, char** argv, void (*init)(),
                      void (*fini)(), void (*rtld_fini)(), void* stack_end) {
  using Start =
      int(int (*)(int, char**, char**), int, char**, void (*)(), void (*)(), void (*)(), void*);
  real_main = main;
  return next<Start>("__libc_start_main")(watched_main, argc, argv, init, fini, rtld_fini,
                                          stack_end);
}

void* malloc(std::size_t size) {
  return fails(Kind::Memory, ENOMEM) ? nullptr : __libc_malloc(size);
}

void* calloc(std::size_t count, std::size_t size) {
  return fails(Kind::Memory, ENOMEM) ? nullptr : __libc_calloc(count, size);
}

void* realloc(void* memory, std::size_t size) {
  return fails(Kind::Memory, ENOMEM) ? nullptr : __libc_realloc(memory, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) {
  return fails(Kind::Memory, ENOMEM) ? nullptr : __libc_memalign(alignment, size);
}

int posix_memalign(void** memory, std::size_t alignment, std::size_t size) {
  if (fails(Kind::Memory, ENOMEM)) {
    return ENOMEM;
  }
  *memory = __libc_memalign(alignment, size);
  return *memory == nullptr ? ENOMEM : 0;
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*work)(void*),
                   void* argument) {
  static auto* real = next<decltype(pthread_create)>("pthread_create");
  return fails(Kind::Thread, EAGAIN) ? EAGAIN : real(thread, attributes, work, argument);
}

ssize_t read(int descriptor, void* buffer, std::size_t size) {
  static auto* real = next<decltype(read)>("read");
  return fails(Kind::Read, EIO) ? -1 : real(descriptor, buffer, size);
}

ssize_t recv(int descriptor, void* buffer, std::size_t size, int flags) {
  static auto* real = next<decltype(recv)>("recv");
  return fails(Kind::Read, ECONNRESET) ? -1 : real(descriptor, buffer, size, flags);
}

ssize_t recvmsg(int descriptor, msghdr* message, int flags) {
  static auto* real = next<decltype(recvmsg)>("recvmsg");
  return fails(Kind::Read, ECONNRESET) ? -1 : real(descriptor, message, flags);
}

ssize_t write(int descriptor, const void* buffer, std::size_t size) {
  static auto* real = next<decltype(write)>("write");
  // Messages about the failure must get through.
  return descriptor != STDERR_FILENO && fails(Kind::Write, ENOSPC) ? -1
                                                                   : real(descriptor, buffer, size);
}

ssize_t writev(int descriptor, const iovec* pieces, int count) {
  static auto* real = next<decltype(writev)>("writev");
  return fails(Kind::Write, ENOSPC) ? -1 : real(descriptor, pieces, count);
}

ssize_t sendmsg(int descriptor, const msghdr* message, int flags) {
  static auto* real = next<decltype(sendmsg)>("sendmsg");
  return fails(Kind::Write, ECONNRESET) ? -1 : real(descriptor, message, flags);
}

ssize_t send(int descriptor, const void* buffer, std::size_t size, int flags) {
  static auto* real = next<decltype(send)>("send");
  return fails(Kind::Write, ECONNRESET) ? -1 : real(descriptor, buffer, size, flags);
}

std::size_t fwrite(const void* buffer, std::size_t size, std::size_t count, std::FILE* file) {
  static auto* real = next<decltype(fwrite)>("fwrite");
  return file != stderr && fails(Kind::Write, ENOSPC) ? 0 : real(buffer, size, count, file);
}

int fsync(int descriptor) {
  static auto* real = next<decltype(fsync)>("fsync");
  return fails(Kind::Sync, EIO) ? -1 : real(descriptor);
}

int fdatasync(int descriptor) {
  static auto* real = next<decltype(fdatasync)>("fdatasync");
  return fails(Kind::Sync, EIO) ? -1 : real(descriptor);
}

}  // extern "C"
