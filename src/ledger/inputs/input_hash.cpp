#include "ledger/inputs/input_hash.hpp"

#include <utility>

namespace fairmon::ledger {

InputHash::~InputHash() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  news_.notify_all();
  room_.notify_all();
}

Result<void> InputHash::start() {
  return thread_.start([this] { run(); },
                       [this](Error error) {
                         const std::lock_guard lock(mutex_);
                         failure_ = std::move(error);
                         done_.notify_all();
                         room_.notify_all();
                       });
}

void InputHash::push(Block block) {
  std::unique_lock lock(mutex_);
  room_.wait(lock, [&] { return waiting_bytes_ <= kMostWaiting || ending_ || failure_; });
  if (failure_) {
    return;  // whoever asks for digests is told
  }
  waiting_bytes_ += block.bytes.size();
  waiting_.push_back(std::move(block));
  lock.unlock();
  news_.notify_one();
}

void InputHash::restart() {
  next_file_ = 0;
  Block block;
  block.restarts = true;
  push(std::move(block));
}

std::uint32_t InputHash::begin(const std::string& name) {
  Block block;
  block.begins = name;
  push(std::move(block));
  return next_file_++;
}

void InputHash::take(std::uint32_t file, std::string_view bytes) {
  if (bytes.empty()) {
    return;
  }
  Block block;
  block.file = file;
  {
    const std::lock_guard lock(mutex_);
    if (!spare_.empty()) {
      block.bytes = std::move(spare_.back());
      spare_.pop_back();
    }
  }
  block.bytes.assign(bytes);
  push(std::move(block));
}

std::uint64_t InputHash::mark() {
  Block block;
  block.marks = next_mark_;
  push(std::move(block));
  return next_mark_++;
}

std::vector<FileDigest> InputHash::changed() {
  std::vector<FileDigest> digests;
  for (std::uint32_t i = 0; i < files_.size(); ++i) {
    File& file = files_[i];
    if (file.told != file.bytes) {
      file.told = file.bytes;
      digests.push_back({i, file.name, file.bytes, file.digest.hex()});
    }
  }
  return digests;
}

void InputHash::work(Block& block) {
  if (block.restarts) {
    files_.clear();
  } else if (block.begins) {
    files_.push_back({std::move(*block.begins), 0, ~std::uint64_t{0}, {}});
  } else if (!block.bytes.empty() && block.file < files_.size()) {
    files_[block.file].digest.update(block.bytes);
    files_[block.file].bytes += block.bytes.size();
  }
}

void InputHash::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    news_.wait(lock, [&] { return ending_ || !waiting_.empty(); });
    if (ending_) {
      return;
    }
    Block block = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    work(block);
    std::vector<FileDigest> digests;
    if (block.marks) {
      digests = changed();
    }
    lock.lock();
    if (block.marks) {
      answers_[*block.marks] = std::move(digests);
      done_.notify_all();
    }
    waiting_bytes_ -= block.bytes.size();
    constexpr std::size_t kMostSpare = 16;
    if (block.bytes.capacity() > 0 && spare_.size() < kMostSpare) {
      spare_.push_back(std::move(block.bytes));
    }
    room_.notify_one();
  }
}

Result<std::vector<FileDigest>> InputHash::at(std::uint64_t mark) {
  std::unique_lock lock(mutex_);
  done_.wait(lock, [&] { return failure_ || answers_.count(mark) > 0; });
  if (failure_) {
    return *failure_;
  }
  auto digests = std::move(answers_[mark]);
  answers_.erase(answers_.begin(), answers_.upper_bound(mark));
  return digests;
}

}  // namespace fairmon::ledger
