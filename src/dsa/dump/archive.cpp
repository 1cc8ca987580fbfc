#include "dsa/dump/archive.hpp"

#include <algorithm>
#include <condition_variable>
#include <map>
#include <mutex>
#include <vector>

#include "dsa/dump/text.hpp"
#include "dsa/dump/zip_entry.hpp"
#include "dsa/libraries/zip.hpp"
#include "support/caught.hpp"
#include "support/limits.hpp"
#include "support/thread.hpp"

namespace fairmon::dsa {

namespace {

/// A zip file that lies in memory as an entry of the outer one.
struct Inner {
  std::string name;
  std::string bytes;
  std::vector<Entry> parts;

  [[nodiscard]] Result<Zip> open() const {
    zip_error_t error;
    libzip().error_init(&error);
    zip_source_t* source = libzip().source_buffer_create(bytes.data(), bytes.size(), 0, &error);
    Zip zip(source == nullptr ? nullptr : libzip().open_from_source(source, ZIP_RDONLY, &error));
    if (!zip) {
      return Error(ErrorCode::Input,
                   name + " is not a zip file: " + libzip().error_strerror(&error));
    }
    return zip;
  }
};

/// What a thread unpacks at a time: small enough that a few of them fit into memory.
struct Task {
  std::size_t number = 0;
  std::shared_ptr<const Inner> inner;  ///< none: the part stands in the outer archive itself
  Entry part;
};

Result<void> unpack(const Task& task, std::string& text) {
  const auto zip = task.inner->open();
  if (!zip) {
    return zip.error();
  }
  if (auto read = read_entry(zip->get(), task.part, limits::kDumpTable, text); !read) {
    return std::move(read).error().with_context("unpacking " + task.inner->name);
  }
  return {};
}

}  // namespace

struct DumpArchive::Body {
  std::string file;
  Zip outer;
  std::vector<Entry> entries;
  bool nested = true;  ///< entries are zip files

  mutable std::mutex mutex;
  std::condition_variable changed;
  std::size_t next_entry = 0;
  std::shared_ptr<const Inner> inner;
  std::size_t next_part = 0;
  std::size_t num_tasks = 0;
  bool all_given = false;
  std::size_t next_to_deliver = 0;
  std::size_t ahead = 2;
  std::map<std::size_t, Result<DumpPart>> ready;
  std::vector<std::string> used;  ///< memory of parts that were read
  bool stopping = false;
  std::optional<Error> failure;  ///< of a thread itself, not of a part
  std::vector<support::Thread> threads;

  void work();
  void fail(Error error);
  bool open_next_inner();
  std::optional<Task> next_task();
  void finish(std::size_t number, Result<DumpPart> part);
};

// Called with the mutex held, as handles of libzip are not for several threads. A failure takes the
// place of the part that would have come next.
bool DumpArchive::Body::open_next_inner() {
  const Entry& entry = entries[next_entry++];
  auto opened = std::make_shared<Inner>();
  opened->name = file + '/' + entry.name;
  next_part = 0;
  auto read = read_entry(outer.get(), entry, limits::kDumpArchive, opened->bytes);
  if (read) {
    const auto zip = opened->open();
    if (zip) {
      opened->parts = entries_ending(zip->get(), ".csv");
      inner = std::move(opened);
      return true;
    }
    read = zip.error();
  }
  ready.emplace(num_tasks++, std::move(read).error());
  all_given = true;
  changed.notify_all();
  return false;
}

std::optional<Task> DumpArchive::Body::next_task() {
  while (!all_given) {
    if (inner && next_part < inner->parts.size()) {
      return Task{num_tasks++, inner, inner->parts[next_part++]};
    }
    if (next_entry == entries.size()) {
      all_given = true;
      changed.notify_all();
    } else if (nested) {
      open_next_inner();
    } else {
      return Task{num_tasks++, nullptr, entries[next_entry++]};
    }
  }
  return std::nullopt;
}

void DumpArchive::Body::finish(std::size_t number, Result<DumpPart> part) {
  if (part) {
    mend_utf8(part->text);
  }
  const std::lock_guard lock(mutex);
  ready.emplace(number, std::move(part));
  changed.notify_all();
}

void DumpArchive::Body::work() {
  while (true) {
    std::unique_lock lock(mutex);
    changed.wait(lock,
                 [&] { return stopping || all_given || num_tasks < next_to_deliver + ahead; });
    const auto task = stopping ? std::nullopt : next_task();
    if (!task) {
      return;
    }
    DumpPart part;
    part.name = (task->inner ? task->inner->name : file) + '/' + task->part.name;
    if (!used.empty()) {
      part.text = std::move(used.back());
      used.pop_back();
    }
    Result<void> done;
    if (task->inner) {
      lock.unlock();
      done = support::guarded([&] { return unpack(*task, part.text); });
    } else {
      done = support::guarded(
          [&] { return read_entry(outer.get(), task->part, limits::kDumpTable, part.text); });
      lock.unlock();
    }
    finish(task->number,
           done ? Result<DumpPart>(std::move(part)) : Result<DumpPart>(std::move(done).error()));
  }
}

void DumpArchive::Body::fail(Error error) {
  const std::lock_guard lock(mutex);
  failure = std::move(error);
  changed.notify_all();
}

DumpArchive::DumpArchive(std::unique_ptr<Body> body) : body_(std::move(body)) {}

DumpArchive::~DumpArchive() {
  {
    const std::lock_guard lock(body_->mutex);
    body_->stopping = true;
    body_->changed.notify_all();
  }
  for (support::Thread& thread : body_->threads) {
    thread.join();
  }
}

Result<std::unique_ptr<DumpArchive>> DumpArchive::open(const std::string& file,
                                                       unsigned num_threads) {
  if (auto loaded = load_zip(); !loaded) {
    return std::move(loaded).error();
  }
  auto body = std::make_unique<Body>();
  body->file = file;
  int code = 0;
  body->outer.reset(libzip().open(file.c_str(), ZIP_RDONLY, &code));
  if (!body->outer) {
    zip_error_t error;
    libzip().error_init_with_code(&error, code);
    return Error(ErrorCode::Input,
                 file + " cannot be opened as a dump: " + libzip().error_strerror(&error));
  }
  body->entries = entries_ending(body->outer.get(), ".csv.zip");
  if (body->entries.empty()) {
    body->nested = false;
    body->entries = entries_ending(body->outer.get(), ".csv");
  }
  if (body->entries.empty()) {
    return Error(ErrorCode::Input,
                 file + " holds no statements: a dump is a zip file of `….csv.zip` files");
  }
  body->ahead = num_threads + 1;
  Body* running = body.get();
  std::unique_ptr<DumpArchive> archive(new DumpArchive(std::move(body)));
  running->threads.resize(std::max(num_threads, 1U));
  for (support::Thread& thread : running->threads) {
    auto started = thread.start([running] { running->work(); },
                                [running](Error error) { running->fail(std::move(error)); });
    // The first one has to be; further ones only make it faster.
    if (!started && &thread == &running->threads.front()) {
      return std::move(started).error();
    }
  }
  return archive;
}

Result<std::optional<DumpPart>> DumpArchive::next(std::string used) {
  std::unique_lock lock(body_->mutex);
  if (!used.empty()) {
    body_->used.push_back(std::move(used));
  }
  const auto at_hand = [&] { return body_->ready.contains(body_->next_to_deliver); };
  const auto at_end = [&] {
    return body_->all_given && body_->next_to_deliver == body_->num_tasks;
  };
  body_->changed.wait(lock, [&] { return at_hand() || at_end() || body_->failure; });
  if (body_->failure) {
    return *body_->failure;
  }
  if (!at_hand()) {
    return std::optional<DumpPart>();
  }
  auto part = std::move(body_->ready.at(body_->next_to_deliver));
  body_->ready.erase(body_->next_to_deliver++);
  body_->changed.notify_all();
  if (!part) {
    return std::move(part).error();
  }
  return std::optional<DumpPart>(std::move(*part));
}

double DumpArchive::share_done() const noexcept {
  const std::lock_guard lock(body_->mutex);
  const auto all = static_cast<double>(body_->entries.size());
  if (!body_->inner || body_->inner->parts.empty()) {
    return static_cast<double>(body_->next_entry) / all;
  }
  const double inside =
      static_cast<double>(body_->next_part) / static_cast<double>(body_->inner->parts.size());
  return (static_cast<double>(body_->next_entry) - 1.0 + inside) / all;
}

}  // namespace fairmon::dsa
