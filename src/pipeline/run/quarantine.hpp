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
  /// Goes on with the file at a size it had before; what is behind goes away.
  Result<void> reopen(const std::string& file, std::uint64_t size);
  /// Appends the record; a failure is kept for `flush` and `close`.
  void add(const RecordError& record);
  /// Everything added so far is in the file afterwards.
  Result<void> flush();
  Result<void> close();
  [[nodiscard]] bool in_use() const { return descriptor_ >= 0; }
  /// Bytes of everything added so far.
  [[nodiscard]] std::uint64_t size() const;

 private:
  Result<void> open_descriptor(const std::string& file, int flags);
  void write_buffer();
  [[nodiscard]] Result<void> outcome() const;

  std::string name_;
  mutable std::mutex mutex_;  ///< guards what follows
  std::string buffer_;
  std::uint64_t size_ = 0;
  int descriptor_ = -1;
  int failure_ = 0;  ///< errno of the first write that failed
};

}  // namespace fairmon::pipeline
