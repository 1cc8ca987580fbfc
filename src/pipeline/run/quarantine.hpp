#pragma once

#include <fairmon/event_source.hpp>

#include <string>

namespace fairmon::pipeline {

/// A file of the records that were left out, one per line as they were read.
class Quarantine {
 public:
  ~Quarantine();
  Quarantine() = default;
  Quarantine(const Quarantine&) = delete;
  Quarantine& operator=(const Quarantine&) = delete;

  /// Starts the file, or goes on with it after a checkpoint. An empty name: nothing is kept.
  Result<void> open(const std::string& file, bool keep_content);
  /// Appends the record; a failure is kept for `close`.
  void add(const RecordError& record);
  Result<void> close();

 private:
  void flush();

  std::string name_;
  std::string buffer_;
  int descriptor_ = -1;
  bool failed_ = false;
};

}  // namespace fairmon::pipeline
