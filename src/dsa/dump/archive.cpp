#include "dsa/dump/archive.hpp"

#include <zip.h>

#include <algorithm>
#include <map>

namespace fairmon::dsa {

namespace {

struct ZipCloser {
  void operator()(zip_t* archive) const { zip_discard(archive); }
};
using Zip = std::unique_ptr<zip_t, ZipCloser>;

struct Entry {
  std::string name;
  zip_uint64_t index = 0;
};

/// Entries with this ending, in the order of their names.
std::vector<Entry> entries(zip_t* archive, std::string_view ending) {
  std::vector<Entry> result;
  const zip_int64_t count = zip_get_num_entries(archive, 0);
  for (zip_int64_t i = 0; i < count; ++i) {
    const auto index = static_cast<zip_uint64_t>(i);
    const char* name = zip_get_name(archive, index, 0);
    if (name != nullptr && std::string_view(name).ends_with(ending)) {
      result.push_back({name, index});
    }
  }
  std::sort(result.begin(), result.end(),
            [](const Entry& a, const Entry& b) { return a.name < b.name; });
  return result;
}

Result<std::string> read_entry(zip_t* archive, const Entry& entry) {
  zip_stat_t facts;
  zip_file_t* file = zip_fopen_index(archive, entry.index, 0);
  if (file == nullptr || zip_stat_index(archive, entry.index, 0, &facts) != 0) {
    return Error(ErrorCode::Input, entry.name + " cannot be read: " + zip_strerror(archive));
  }
  std::string text(facts.size, '\0');
  const zip_int64_t size = zip_fread(file, text.data(), text.size());
  const int closed = zip_fclose(file);
  if (size < 0 || static_cast<zip_uint64_t>(size) != facts.size || closed != 0) {
    return Error(ErrorCode::Input, entry.name + " is damaged inside the archive");
  }
  return text;
}

Result<std::vector<DumpPart>> unpack_inner(const std::string& bytes, const std::string& name) {
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* source = zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error);
  const Zip inner(source == nullptr ? nullptr : zip_open_from_source(source, ZIP_RDONLY, &error));
  if (!inner) {
    return Error(ErrorCode::Input, name + " is not a zip file: " + zip_error_strerror(&error));
  }
  std::vector<DumpPart> parts;
  for (const Entry& entry : entries(inner.get(), ".csv")) {
    auto text = read_entry(inner.get(), entry);
    if (!text) {
      return std::move(text).error().with_context("unpacking " + name);
    }
    parts.push_back({name + '/' + entry.name, std::move(*text)});
  }
  return parts;
}

}  // namespace

struct DumpArchive::Body {
  std::string file;
  Zip outer;
  std::vector<Entry> inner;
  std::mutex outer_mutex;  ///< libzip handles are not for several threads

  std::mutex mutex;
  std::condition_variable changed;
  std::size_t next_to_unpack = 0;
  std::size_t next_to_deliver = 0;
  std::size_t ahead = 2;
  std::map<std::size_t, Result<std::vector<DumpPart>>> ready;
  std::deque<DumpPart> parts;
  bool stopping = false;
  std::vector<std::thread> threads;

  void work();
  Result<std::vector<DumpPart>> unpack(std::size_t number);
};

Result<std::vector<DumpPart>> DumpArchive::Body::unpack(std::size_t number) {
  const Entry& entry = inner[number];
  if (entry.name.ends_with(".csv")) {
    const std::lock_guard lock(outer_mutex);
    auto text = read_entry(outer.get(), entry);
    if (!text) {
      return std::move(text).error();
    }
    return std::vector<DumpPart>{{file + '/' + entry.name, std::move(*text)}};
  }
  auto bytes = [&] {
    const std::lock_guard lock(outer_mutex);
    return read_entry(outer.get(), entry);
  }();
  if (!bytes) {
    return std::move(bytes).error();
  }
  return unpack_inner(*bytes, file + '/' + entry.name);
}

void DumpArchive::Body::work() {
  while (true) {
    std::size_t number = 0;
    {
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return stopping || next_to_unpack < next_to_deliver + ahead; });
      if (stopping || next_to_unpack >= inner.size()) {
        return;
      }
      number = next_to_unpack++;
    }
    auto unpacked = unpack(number);
    const std::lock_guard lock(mutex);
    ready.emplace(number, std::move(unpacked));
    changed.notify_all();
  }
}

DumpArchive::DumpArchive(std::unique_ptr<Body> body) : body_(std::move(body)) {}

DumpArchive::~DumpArchive() {
  {
    const std::lock_guard lock(body_->mutex);
    body_->stopping = true;
    body_->changed.notify_all();
  }
  for (std::thread& thread : body_->threads) {
    thread.join();
  }
}

Result<std::unique_ptr<DumpArchive>> DumpArchive::open(const std::string& file,
                                                       unsigned num_threads) {
  auto body = std::make_unique<Body>();
  body->file = file;
  int code = 0;
  body->outer.reset(zip_open(file.c_str(), ZIP_RDONLY, &code));
  if (!body->outer) {
    zip_error_t error;
    zip_error_init_with_code(&error, code);
    return Error(ErrorCode::Input,
                 file + " cannot be opened as a dump: " + zip_error_strerror(&error));
  }
  body->inner = entries(body->outer.get(), ".csv.zip");
  if (body->inner.empty()) {
    body->inner = entries(body->outer.get(), ".csv");
  }
  if (body->inner.empty()) {
    return Error(ErrorCode::Input,
                 file + " holds no statements: a dump is a zip file of `….csv.zip` files");
  }
  body->ahead = num_threads + 1;
  Body* running = body.get();
  for (unsigned i = 0; i < std::max(num_threads, 1U); ++i) {
    body->threads.emplace_back([running] { running->work(); });
  }
  return std::unique_ptr<DumpArchive>(new DumpArchive(std::move(body)));
}

Result<std::optional<DumpPart>> DumpArchive::next() {
  while (body_->parts.empty()) {
    std::unique_lock lock(body_->mutex);
    if (body_->next_to_deliver >= body_->inner.size()) {
      return std::optional<DumpPart>();
    }
    body_->changed.wait(lock, [&] { return body_->ready.contains(body_->next_to_deliver); });
    auto unpacked = std::move(body_->ready.at(body_->next_to_deliver));
    body_->ready.erase(body_->next_to_deliver++);
    body_->changed.notify_all();
    if (!unpacked) {
      return std::move(unpacked).error();
    }
    for (DumpPart& part : *unpacked) {
      body_->parts.push_back(std::move(part));
    }
  }
  DumpPart part = std::move(body_->parts.front());
  body_->parts.pop_front();
  return std::optional<DumpPart>(std::move(part));
}

std::size_t DumpArchive::num_inner() const noexcept { return body_->inner.size(); }

std::size_t DumpArchive::inner_done() const noexcept {
  const std::lock_guard lock(body_->mutex);
  return body_->next_to_deliver;
}

}  // namespace fairmon::dsa
