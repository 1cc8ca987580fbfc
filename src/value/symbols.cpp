#include <fairmon/symbols.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <mutex>
#include <new>
#include <vector>

#include "support/check.hpp"

namespace fairmon {

namespace {

// Chunk k holds 2^(k + kFirstBits) entries, so that growth never moves an entry another thread may
// be reading.
constexpr unsigned kFirstBits = 10;
constexpr unsigned kNumChunks = 32 - kFirstBits;
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
    std::memcpy(&pointer, small, sizeof pointer);
    return pointer;
  }
  [[nodiscard]] std::string_view view() const noexcept { return {data(), size}; }
};

struct Place {
  unsigned chunk;
  std::uint32_t offset;
};

Place place_of(std::uint32_t symbol) noexcept {
  const std::uint64_t shifted = std::uint64_t{symbol} + (std::uint64_t{1} << kFirstBits);
  const auto top = static_cast<unsigned>(63 - __builtin_clzll(shifted));
  return {top - kFirstBits, static_cast<std::uint32_t>(shifted - (std::uint64_t{1} << top))};
}

std::uint32_t hash_of(std::string_view text) noexcept {
  const std::size_t hash = std::hash<std::string_view>{}(text);
  return static_cast<std::uint32_t>(hash ^ (hash >> 32U));
}

struct FreeMemory {
  void operator()(void* memory) const noexcept { std::free(memory); }
};

}  // namespace

struct SymbolTable::Body {
  mutable std::mutex mutex;
  std::vector<std::uint32_t> index;  ///< number + 1 by hash, 0 where there is none
  std::array<std::atomic<Entry*>, kNumChunks> chunks{};
  std::vector<std::unique_ptr<Entry, FreeMemory>> chunk_storage;
  std::vector<std::uint32_t> free_numbers;  ///< highest first
  std::size_t entry_bytes = 0;
  std::size_t text_bytes = 0;
  std::uint32_t num_texts = 0;
  std::atomic<std::uint32_t> count{0};
  std::atomic<std::uint32_t> epoch{kFirstEpoch};

  Body() : index(std::size_t{1} << kFirstBits) {}
  ~Body();
  Body(const Body&) = delete;
  Body& operator=(const Body&) = delete;

  [[nodiscard]] Entry& entry(std::uint32_t symbol) const noexcept {
    const Place place = place_of(symbol);
    return chunks[place.chunk].load(std::memory_order_relaxed)[place.offset];
  }
  /// Chunks that have never been made hold nothing.
  [[nodiscard]] bool made(std::uint32_t symbol) const noexcept {
    return chunks[place_of(symbol).chunk].load(std::memory_order_relaxed) != nullptr;
  }
  Entry& slot(std::uint32_t symbol);
  [[nodiscard]] std::uint32_t find(std::string_view text, std::uint32_t hash) const noexcept;
  void enter(std::uint32_t symbol, std::uint32_t hash) noexcept;
  void reindex(std::size_t places);
  void fill(Entry& entry, std::string_view text, std::uint32_t hash);
  void release(Entry& entry) noexcept;
  std::uint32_t add(std::string_view text, std::uint32_t hash);

  template <class Visit>
  void each_text(const Visit& visit) {
    for (std::uint32_t symbol = count.load(std::memory_order_relaxed); symbol-- > 0;) {
      if (made(symbol) && entry(symbol).epoch != kFree) {
        visit(symbol, entry(symbol));
      }
    }
  }
};

SymbolTable::Body::~Body() {
  each_text([&](std::uint32_t, Entry& entry) { release(entry); });
}

Entry& SymbolTable::Body::slot(std::uint32_t symbol) {
  const Place place = place_of(symbol);
  if (chunks[place.chunk].load(std::memory_order_relaxed) == nullptr) {
    const std::size_t size = std::size_t{1} << (place.chunk + kFirstBits);
    // Pages that nobody touches cost nothing.
    std::unique_ptr<Entry, FreeMemory> made(static_cast<Entry*>(std::calloc(size, sizeof(Entry))));
    if (made == nullptr) {
      throw std::bad_alloc();
    }
    chunk_storage.push_back(std::move(made));
    entry_bytes += size * sizeof(Entry);
    chunks[place.chunk].store(chunk_storage.back().get(), std::memory_order_release);
  }
  return entry(symbol);
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
    std::memcpy(entry.small, &memory, sizeof memory);
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
  const std::uint32_t symbol = reused ? free_numbers.back() : count.load(std::memory_order_relaxed);
  FAIRMON_CHECK(symbol != kMissing, "more than 2^32 distinct texts");
  fill(slot(symbol), text, hash);
  enter(symbol, hash);
  ++num_texts;
  if (reused) {
    free_numbers.pop_back();
  } else {
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
  const Place place = place_of(symbol);
  const Entry* chunk = body_->chunks[place.chunk].load(std::memory_order_acquire);
  return chunk == nullptr ? std::string_view() : chunk[place.offset].view();
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
  std::size_t places = std::size_t{1} << kFirstBits;
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
  for (std::uint32_t symbol = body_->count.load(std::memory_order_relaxed); symbol-- > 0;) {
    if (body_->made(symbol) && body_->entry(symbol).epoch == kFree) {
      body_->free_numbers.push_back(symbol);
    }
  }
  return true;
}

}  // namespace fairmon
