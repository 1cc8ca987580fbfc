#pragma once

#include <fairmon/event_source.hpp>

#include <atomic>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "plugins/reading/byte_stream.hpp"

namespace fairmon::plugins {

/// The files of a run, which are read one after the other as one trace.
class FileList {
 public:
  /// `follow`: more may be written to the last file.
  FileList(std::vector<std::string> targets, bool follow)
      : files_(std::move(targets)), follow_(follow) {}

  /// Replaces patterns by the files they match; before the first `open`.
  Result<void> expand(const std::atomic<bool>* stop);
  /// Opens a file by its number; no stream behind the last one.
  Result<std::unique_ptr<ByteStream>> open(std::size_t number);
  /// The number to open when the stream at hand has ended: the same once more if another file has
  /// taken its place.
  [[nodiscard]] std::size_t number_after(const ByteStream& stream) const {
    return stream.replaced() ? number_ : number_ + 1;
  }

  [[nodiscard]] std::size_t number() const { return number_; }
  [[nodiscard]] std::size_t size() const { return files_.size(); }
  [[nodiscard]] bool follow() const { return follow_; }
  /// Name of the file at hand for messages.
  [[nodiscard]] std::string name() const;
  /// False for standard input, which cannot be read again.
  [[nodiscard]] bool can_resume() const { return files_[number_] != "-"; }
  /// See EventSource::identity.
  [[nodiscard]] std::string identity() const;
  /// Fills in how much of all files is read.
  void describe(const ByteStream& stream, SourceProgress& progress) const;

 private:
  std::vector<std::string> files_;
  bool follow_;
  const std::atomic<bool>* stop_ = nullptr;
  std::size_t number_ = 0;
};

}  // namespace fairmon::plugins
