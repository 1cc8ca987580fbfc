#pragma once

#include <fairmon/event_source.hpp>

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "ledger/crypto/sha256.hpp"
#include "support/thread.hpp"

namespace fairmon::ledger {

/// What has been read of one file.
struct FileDigest {
  std::uint32_t file = 0;  ///< from 0, in the order in which reading began
  std::string name;
  std::uint64_t bytes = 0;
  std::string sha256;
};

/// Digests of the data as they are read, computed on a thread of their own. Blocks are copied, so
/// that reading goes on meanwhile; it waits only when hashing is far behind.
class InputHash final : public InputTap {
 public:
  ~InputHash() override;
  /// Before anything else.
  Result<void> start();

  void restart() override;
  [[nodiscard]] std::uint32_t begin(const std::string& name) override;
  void take(std::uint32_t file, std::string_view bytes) override;
  [[nodiscard]] std::uint64_t mark() override;

  /// The files that had changed at that mark since the mark asked for before; waits for them.
  [[nodiscard]] Result<std::vector<FileDigest>> at(std::uint64_t mark);

 private:
  struct Block {
    std::uint32_t file = 0;
    std::string bytes;
    std::optional<std::string> begins;   ///< name of a file that begins
    std::optional<std::uint64_t> marks;  ///< answered when everything before is hashed
    bool restarts = false;
  };
  struct File {
    std::string name;
    std::uint64_t bytes = 0;
    std::uint64_t told = ~std::uint64_t{0};  ///< bytes at the last mark
    Sha256 digest;
  };

  void push(Block block);
  void run();
  void work(Block& block);
  [[nodiscard]] std::vector<FileDigest> changed();

  static constexpr std::size_t kMostWaiting = std::size_t{1} << 24;

  std::mutex mutex_;  ///< guards what follows up to the files
  std::condition_variable news_;
  std::condition_variable room_;
  std::condition_variable done_;
  std::deque<Block> waiting_;
  std::vector<std::string> spare_;
  std::size_t waiting_bytes_ = 0;
  std::map<std::uint64_t, std::vector<FileDigest>> answers_;
  std::optional<Error> failure_;
  bool ending_ = false;
  std::uint64_t next_mark_ = 0;  ///< of the thread that reads
  std::uint32_t next_file_ = 0;
  std::vector<File> files_;  ///< of the thread that hashes
  support::Thread thread_;
};

}  // namespace fairmon::ledger
