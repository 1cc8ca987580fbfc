#include <fairmon/symbols.hpp>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <vector>

#include "support/check.hpp"

namespace fairmon {

namespace {

// Entries stand in chunks that are made when a number in them is first used: growth never moves an
// entry another thread may be reading, and numbers far apart cost no more than their own chunks.
constexpr unsigned kChunkBits = 12;
constexpr std::size_t kChunkSize = std::size_t{1} << kChunkBits;
constexpr std::size_t kNumChunks = std::size_t{1} << (32 - kChunkBits);
constexpr std::size_t kFirstPlaces = 1024;
constexpr std::uint32_t kFirstEpoch = 1;
constexpr std::uint32_t kFree = 0;  // in the place of an epoch: nothing stands here
constexpr std::uint32_t kPinned = 0xffff'ffffU;
/// More texts than any machine holds; a number beyond it comes from damaged bytes.
constexpr std::uint32_t kMostRestored = std::uint32_t{1} << 30;

/// All zeros is the empty text, so that chunks need no filling.
struct Entry {
  static constexpr std::size_t kInline = 12;

  char small[kInline];  ///< the text, or a pointer to it
  std::uint32_t size;
  std::uint32_t hash;
  std::uint32_t epoch;

  [[nodiscard]] const char* data() const noexcept {
    if (size <= kInline) {
      return small;
    }
    const char* pointer = nullptr;
    std::memcpy(static_cast<void*>(&pointer), small, sizeof pointer);
    return pointer;
  }
  [[nodiscard]] std::string_view view() const noexcept { return {data(), size}; }
};

std::uint32_t hash_of(std::string_view text) noexcept {
  const std::size_t hash = std::hash<std::string_view>{}(text);
  return static_cast<std::uint32_t>(hash ^ (hash >> 32U));
}

struct FreeMemory {
  void operator()(void* memory) const noexcept { std::free(memory); }
};

/// Zeroed; pages that nobody touches cost nothing.
template <class T>
std::unique_ptr<T, FreeMemory> zeroed(std::size_t count) {
  constexpr std::size_t kSize = sizeof(T);  // NOLINT(bugprone-sizeof-expression)
  std::unique_ptr<T, FreeMemory> made(static_cast<T*>(std::calloc(count, kSize)));
  if (made == nullptr) {
    throw std::bad_alloc();
  }
  return made;
}

}  // namespace

struct SymbolTable::Body {
  mutable std::mutex mutex;
  std::vector<std::uint32_t> index;  ///< number + 1 by hash, 0 where there is none
  std::unique_ptr<Entry*, FreeMemory> chunks = zeroed<Entry*>(kNumChunks);
  std::vector<std::unique_ptr<Entry, FreeMemory>> chunk_storage;
  std::vector<std::uint32_t> free_numbers;  ///< highest first
  /// Numbers in this range that stand for nothing are given out once there are no others.
  std::uint32_t gap = 0;
  std::uint32_t gap_end = 0;
  std::size_t entry_bytes = 0;
  std::size_t text_bytes = 0;
  std::uint32_t num_texts = 0;
  std::atomic<std::uint32_t> count{0};
  std::atomic<std::uint32_t> epoch{kFirstEpoch};

  Body() : index(kFirstPlaces) {}
  ~Body();
  Body(const Body&) = delete;
  Body& operator=(const Body&) = delete;

  [[nodiscard]] std::atomic_ref<Entry*> chunk(std::uint32_t symbol) const noexcept {
    return std::atomic_ref<Entry*>(chunks.get()[symbol >> kChunkBits]);
  }
  [[nodiscard]] Entry& entry(std::uint32_t symbol) const noexcept {
    return chunk(symbol).load(std::memory_order_relaxed)[symbol % kChunkSize];
  }
  [[nodiscard]] std::uint32_t next(std::uint32_t from) const noexcept;
  Entry& slot(std::uint32_t symbol);
  std::uint32_t skip_to_gap() noexcept;
  [[nodiscard]] std::uint32_t find(std::string_view text, std::uint32_t hash) const noexcept;
  void enter(std::uint32_t symbol, std::uint32_t hash) noexcept;
  void reindex(std::size_t places);
  void fill(Entry& entry, std::string_view text, std::uint32_t hash);
  void release(Entry& entry) noexcept;
  std::uint32_t add(std::string_view text, std::uint32_t hash);

  template <class Visit>
  void each_text(const Visit& visit) {
    for (std::uint32_t symbol = next(0); symbol != kMissing; symbol = next(symbol + 1)) {
      visit(symbol, entry(symbol));
    }
  }
};

SymbolTable::Body::~Body() {
  each_text([&](std::uint32_t, Entry& entry) { release(entry); });
}

/// The first number from there on that stands for a text; chunks never made are stepped over.
std::uint32_t SymbolTable::Body::next(std::uint32_t from) const noexcept {
  const std::uint32_t end = count.load(std::memory_order_acquire);
  for (std::uint64_t symbol = from; symbol < end;) {
    const auto number = static_cast<std::uint32_t>(symbol);
    const Entry* found = chunk(number).load(std::memory_order_acquire);
    if (found == nullptr) {
      symbol = (symbol | (kChunkSize - 1)) + 1;
    } else if (found[symbol % kChunkSize].epoch != kFree) {
      return number;
    } else {
      ++symbol;
    }
  }
  return kMissing;
}

Entry& SymbolTable::Body::slot(std::uint32_t symbol) {
  if (chunk(symbol).load(std::memory_order_relaxed) == nullptr) {
    chunk_storage.push_back(zeroed<Entry>(kChunkSize));
    entry_bytes += kChunkSize * sizeof(Entry);
    chunk(symbol).store(chunk_storage.back().get(), std::memory_order_release);
  }
  return entry(symbol);
}

/// The lowest number left free by what was restored, or the first one that was never given out.
std::uint32_t SymbolTable::Body::skip_to_gap() noexcept {
  while (gap < gap_end && chunk(gap).load(std::memory_order_relaxed) != nullptr &&
         entry(gap).epoch != kFree) {
    ++gap;
  }
  return gap < gap_end ? gap : count.load(std::memory_order_relaxed);
}

std::uint32_t SymbolTable::Body::find(std::string_view text, std::uint32_t hash) const noexcept {
  const std::size_t mask = index.size() - 1;
  for (std::size_t at = hash & mask; index[at] != 0; at = (at + 1) & mask) {
    const std::uint32_t symbol = index[at] - 1;
    const Entry& found = entry(symbol);
    if (found.hash == hash && found.view() == text) {
      return symbol;
    }
  }
  return kMissing;
}

void SymbolTable::Body::enter(std::uint32_t symbol, std::uint32_t hash) noexcept {
  const std::size_t mask = index.size() - 1;
  std::size_t at = hash & mask;
  while (index[at] != 0) {
    at = (at + 1) & mask;
  }
  index[at] = symbol + 1;
}

void SymbolTable::Body::reindex(std::size_t places) {
  index.assign(places, 0);
  each_text([&](std::uint32_t symbol, const Entry& entry) { enter(symbol, entry.hash); });
}

void SymbolTable::Body::fill(Entry& entry, std::string_view text, std::uint32_t hash) {
  if (text.size() > Entry::kInline) {
    auto* memory = static_cast<char*>(std::malloc(text.size()));
    if (memory == nullptr) {
      throw std::bad_alloc();
    }
    std::memcpy(memory, text.data(), text.size());
    std::memcpy(entry.small, static_cast<const void*>(&memory), sizeof memory);
    text_bytes += text.size();
  } else if (!text.empty()) {
    std::memcpy(entry.small, text.data(), text.size());
  }
  entry.size = static_cast<std::uint32_t>(text.size());
  entry.hash = hash;
}

void SymbolTable::Body::release(Entry& entry) noexcept {
  if (entry.size > Entry::kInline) {
    text_bytes -= entry.size;
    std::free(const_cast<char*>(entry.data()));
  }
  entry = Entry{};
}

/// Nothing is changed before all memory is there.
std::uint32_t SymbolTable::Body::add(std::string_view text, std::uint32_t hash) {
  FAIRMON_CHECK(text.size() < kMissing, "a text of 4 GiB");
  if ((std::size_t{num_texts} + 1) * 2 > index.size()) {
    reindex(index.size() * 2);
  }
  const bool reused = !free_numbers.empty();
  const std::uint32_t symbol = reused ? free_numbers.back() : skip_to_gap();
  FAIRMON_CHECK(symbol != kMissing, "more than 2^32 distinct texts");
  fill(slot(symbol), text, hash);
  enter(symbol, hash);
  ++num_texts;
  if (reused) {
    free_numbers.pop_back();
  } else if (symbol >= count.load(std::memory_order_relaxed)) {
    count.store(symbol + 1, std::memory_order_release);
  }
  return symbol;
}

SymbolTable::SymbolTable() : body_(std::make_unique<Body>()) {
  static_cast<void>(intern({}));
  pin();
}

SymbolTable::~SymbolTable() = default;

std::uint32_t SymbolTable::intern(std::string_view text) {
  const std::uint32_t hash = hash_of(text);
  const std::lock_guard lock(body_->mutex);
  std::uint32_t symbol = body_->find(text, hash);
  if (symbol == kMissing) {
    symbol = body_->add(text, hash);
  }
  Entry& entry = body_->entry(symbol);
  if (entry.epoch != kPinned) {
    entry.epoch = body_->epoch.load(std::memory_order_relaxed);
  }
  return symbol;
}

std::uint32_t SymbolTable::find(std::string_view text) const {
  const std::lock_guard lock(body_->mutex);
  return body_->find(text, hash_of(text));
}

std::string_view SymbolTable::text(std::uint32_t symbol) const noexcept {
  // Synchronises with the intern that published the entry, however the number travelled here.
  if (symbol >= body_->count.load(std::memory_order_acquire)) {
    return {};
  }
  const Entry* chunk = body_->chunk(symbol).load(std::memory_order_acquire);
  return chunk == nullptr ? std::string_view() : chunk[symbol % kChunkSize].view();
}

std::uint32_t SymbolTable::next(std::uint32_t from) const noexcept {
  const std::lock_guard lock(body_->mutex);
  return body_->next(from);
}

std::uint32_t SymbolTable::size() const noexcept {
  return body_->count.load(std::memory_order_acquire);
}

std::uint32_t SymbolTable::num_texts() const noexcept {
  const std::lock_guard lock(body_->mutex);
  return body_->num_texts;
}

std::size_t SymbolTable::memory_bytes() const noexcept {
  const std::lock_guard lock(body_->mutex);
  return body_->entry_bytes + body_->text_bytes + body_->index.capacity() * sizeof(std::uint32_t) +
         body_->free_numbers.capacity() * sizeof(std::uint32_t);
}

std::uint32_t SymbolTable::epoch() const noexcept {
  return body_->epoch.load(std::memory_order_acquire);
}

void SymbolTable::begin_epoch() noexcept {
  const std::lock_guard lock(body_->mutex);
  body_->epoch.fetch_add(1, std::memory_order_acq_rel);
}

void SymbolTable::pin() {
  const std::lock_guard lock(body_->mutex);
  body_->each_text([](std::uint32_t, Entry& entry) { entry.epoch = kPinned; });
}

void SymbolTable::collect(const SymbolMarks& alive, std::uint32_t before_epoch) {
  const std::lock_guard lock(body_->mutex);
  body_->free_numbers.reserve(body_->free_numbers.size() + body_->num_texts);
  body_->each_text([&](std::uint32_t symbol, Entry& entry) {
    if (entry.epoch < before_epoch && !alive.has(symbol)) {
      body_->release(entry);
      body_->free_numbers.push_back(symbol);
      --body_->num_texts;
    }
  });
  std::sort(body_->free_numbers.begin(), body_->free_numbers.end(), std::greater<>());
  body_->free_numbers.shrink_to_fit();
  std::size_t places = kFirstPlaces;
  while (places < (std::size_t{body_->num_texts} + 1) * 3) {
    places *= 2;
  }
  if (places < body_->index.size()) {
    std::vector<std::uint32_t>(places).swap(body_->index);
  }
  body_->reindex(body_->index.size());
}

bool SymbolTable::restore(const std::vector<std::pair<std::uint32_t, std::string_view>>& numbered) {
  const std::lock_guard lock(body_->mutex);
  for (const auto& [symbol, text] : numbered) {
    const std::uint32_t hash = hash_of(text);
    const std::uint32_t known = body_->find(text, hash);
    if (known == symbol) {
      continue;
    }
    if (known != kMissing || symbol > kMostRestored || text.size() >= kMissing) {
      return false;
    }
    Entry& entry = body_->slot(symbol);
    if (entry.epoch != kFree) {
      return false;
    }
    if ((std::size_t{body_->num_texts} + 1) * 2 > body_->index.size()) {
      body_->reindex(body_->index.size() * 2);
    }
    body_->fill(entry, text, hash);
    entry.epoch = body_->epoch.load(std::memory_order_relaxed);
    body_->enter(symbol, hash);
    ++body_->num_texts;
    if (symbol >= body_->count.load(std::memory_order_relaxed)) {
      body_->count.store(symbol + 1, std::memory_order_release);
    }
  }
  // Numbers in between that stand for nothing may be given out.
  body_->free_numbers.clear();
  body_->gap = 0;
  body_->gap_end = body_->count.load(std::memory_order_relaxed);
  return true;
}

}  // namespace fairmon
