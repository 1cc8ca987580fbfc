#pragma once

#include <fairmon/event_source.hpp>

#include <cstdint>
#include <mutex>
#include <string>

namespace fairmon::pipeline {

/// A file of the records that were left out, one per line as they were read. Records come from the
/// thread that reads the source, checkpoints from the one that evaluates.
class Quarantine {
 public:
  ~Quarantine();
  Quarantine() = default;
  Quarantine(const Quarantine&) = delete;
  Quarantine& operator=(const Quarantine&) = delete;

  /// Starts the file. An empty name: nothing is kept.
  Result<void> open(const std::string& file);
  /// Goes on with the file at a size it had before.
  Result<void> reopen(const std::string& file, std::uint64_t size);
  /// The run begins: what the file had before goes away now. Until then nothing is written.
  Result<void> begin();
  /// Appends the record; a failure is kept for `sync` and `close`.
  void add(const RecordError& record);
  /// Everything added so far is on the disk afterwards.
  Result<void> sync();
  Result<void> close();
  /// Bytes of everything added so far.
  [[nodiscard]] std::uint64_t size() const;

 private:
  Result<void> open_descriptor(const std::string& file);
  void write_buffer();
  [[nodiscard]] Result<void> outcome() const;

  std::string name_;
  mutable std::mutex mutex_;  ///< guards what follows
  std::string buffer_;
  std::uint64_t size_ = 0;
  std::uint64_t kept_ = 0;  ///< bytes that stay of what the file had before
  bool begun_ = false;
  int descriptor_ = -1;
  bool name_is_durable_ = false;
  int failure_ = 0;  ///< errno of the first write that failed
};

}  // namespace fairmon::pipeline
