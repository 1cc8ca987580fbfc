#include <fairmon/symbols.hpp>

#include <array>
#include <atomic>
#include <cstring>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "support/check.hpp"

namespace fairmon {

namespace {

// Chunk k holds 2^(k + kFirstBits) entries, so that growth never moves an entry another thread may
// be reading.
constexpr unsigned kFirstBits = 10;
constexpr unsigned kNumChunks = 32 - kFirstBits;
constexpr std::size_t kBlockBytes = std::size_t{1} << 16;

struct Entry {
  const char* data = nullptr;
  std::uint32_t size = 0;
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

}  // namespace

struct SymbolTable::Body {
  mutable std::mutex mutex;
  std::unordered_map<std::string_view, std::uint32_t> numbers;
  std::array<std::atomic<Entry*>, kNumChunks> chunks{};
  std::vector<std::unique_ptr<Entry[]>> chunk_storage;
  std::vector<std::unique_ptr<char[]>> blocks;
  std::size_t block_left = 0;
  char* block_next = nullptr;
  std::size_t text_bytes = 0;
  std::atomic<std::uint32_t> count{0};

  const char* store(std::string_view text);
  Entry& slot(std::uint32_t symbol);
};

// Short texts share blocks, long ones get a block of their own.
const char* SymbolTable::Body::store(std::string_view text) {
  if (text.size() > block_left) {
    const std::size_t size = text.size() > kBlockBytes / 8 ? text.size() : kBlockBytes;
    blocks.push_back(std::make_unique<char[]>(size));
    text_bytes += size;
    if (size != kBlockBytes) {
      std::memcpy(blocks.back().get(), text.data(), text.size());
      return blocks.back().get();
    }
    block_next = blocks.back().get();
    block_left = size;
  }
  char* start = block_next;
  if (!text.empty()) {
    std::memcpy(start, text.data(), text.size());
  }
  block_next += text.size();
  block_left -= text.size();
  return start;
}

Entry& SymbolTable::Body::slot(std::uint32_t symbol) {
  const Place place = place_of(symbol);
  if (chunks[place.chunk].load(std::memory_order_relaxed) == nullptr) {
    chunk_storage.push_back(
        std::make_unique<Entry[]>(std::size_t{1} << (place.chunk + kFirstBits)));
    chunks[place.chunk].store(chunk_storage.back().get(), std::memory_order_release);
  }
  return chunks[place.chunk].load(std::memory_order_relaxed)[place.offset];
}

SymbolTable::SymbolTable() : body_(std::make_unique<Body>()) { static_cast<void>(intern({})); }

SymbolTable::~SymbolTable() = default;

std::uint32_t SymbolTable::intern(std::string_view text) {
  const std::lock_guard lock(body_->mutex);
  if (const auto found = body_->numbers.find(text); found != body_->numbers.end()) {
    return found->second;
  }
  const std::uint32_t symbol = body_->count.load(std::memory_order_relaxed);
  FAIRMON_CHECK(symbol != kMissing, "more than 2^32 distinct texts");
  const char* data = body_->store(text);
  body_->slot(symbol) = {data, static_cast<std::uint32_t>(text.size())};
  body_->numbers.emplace(std::string_view(data, text.size()), symbol);
  body_->count.store(symbol + 1, std::memory_order_release);
  return symbol;
}

std::uint32_t SymbolTable::find(std::string_view text) const {
  const std::lock_guard lock(body_->mutex);
  const auto found = body_->numbers.find(text);
  return found == body_->numbers.end() ? kMissing : found->second;
}

std::string_view SymbolTable::text(std::uint32_t symbol) const noexcept {
  // Synchronises with the intern that published the entry, however the number travelled here.
  if (symbol >= body_->count.load(std::memory_order_acquire)) {
    return {};
  }
  const Place place = place_of(symbol);
  const Entry& entry = body_->chunks[place.chunk].load(std::memory_order_acquire)[place.offset];
  return {entry.data, entry.size};
}

std::uint32_t SymbolTable::size() const noexcept {
  return body_->count.load(std::memory_order_acquire);
}

std::size_t SymbolTable::memory_bytes() const noexcept {
  const std::lock_guard lock(body_->mutex);
  return body_->text_bytes + body_->numbers.size() * (sizeof(Entry) + 48);
}

}  // namespace fairmon
