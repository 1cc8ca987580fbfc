#pragma once

#include <fairmon/event_source.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "plugins/reading/byte_stream.hpp"
#include "support/rolling_digest.hpp"

namespace fairmon::plugins {

/// A file, read up to where reading is to begin.
struct OpenedFile {
  std::unique_ptr<ByteStream> stream;  ///< null: there is no further file
  support::RollingDigest digest;       ///< of what stands before that place
  bool continues = false;              ///< of the same name as the one before: perhaps no header
};

/// Where reading stood, as far as files know it.
struct FileMark {
  std::size_t file = 0;
  std::uint64_t file_mark = 0;
  std::uint64_t offset = 0;
  std::uint64_t digest = 0;    ///< of the bytes before
  std::uint64_t finished = 0;  ///< of all files before
  /// Of all bytes seen, those read ahead included: one file begins like another, but does not go on
  /// like it.
  std::uint64_t seen = 0;
  std::uint64_t seen_digest = 0;

  /// Takes the digest of what was read ahead, as long as little was taken of it.
  template <class Ahead>
  void look_ahead(const Ahead& ahead) {
    constexpr std::uint64_t kEnough = std::uint64_t{1} << 20;
    if (offset < kEnough) {
      const support::RollingDigest all = ahead();
      seen = all.length();
      seen_digest = all.value();
    }
  }
};

/// The files of a run, which are read one after the other as one trace.
class FileList {
 public:
  /// `follow`: more may be written to the last file.
  FileList(std::vector<std::string> targets, bool follow)
      : files_(std::move(targets)), follow_(follow) {}

  /// Replaces patterns by the files they match; before anything else.
  Result<void> expand(const SourceContext& context);
  Result<OpenedFile> first() { return open(0); }
  /// What comes when the stream at hand has ended: the file that took its place, those that had
  /// been there in between, or the next of the list. `read` is what records were taken from; a file
  /// that was cut is sought among the rotated ones, and goes on where it was left.
  Result<OpenedFile> next(const ByteStream& stream, const support::RollingDigest& read);
  /// Finds the file an earlier run stopped in, by its number and by what was read of it, and goes
  /// there. Refuses files that hold something else.
  Result<OpenedFile> resume(const FileMark& mark);

  [[nodiscard]] std::size_t number() const { return number_; }
  [[nodiscard]] std::size_t size() const { return files_.size(); }
  /// Readers keep a digest of what they give out.
  [[nodiscard]] bool digests() const { return digests_; }
  [[nodiscard]] std::uint64_t finished() const { return finished_; }
  /// Name of the file at hand for messages.
  [[nodiscard]] std::string name() const { return name_; }
  /// False for standard input, which cannot be read again.
  [[nodiscard]] bool can_resume() const { return files_[number_] != "-"; }
  /// See EventSource::identity.
  [[nodiscard]] std::string identity() const;
  /// Bytes of the file at hand: made into records, and in memory but not yet looked at.
  struct Bytes {
    std::uint64_t used = 0;
    std::uint64_t waiting = 0;
  };
  /// Fills in how much of all files has become records; of a file that may grow nobody knows.
  void describe(const ByteStream& stream, Bytes bytes, SourceProgress& progress) const;

 private:
  Result<OpenedFile> open(std::size_t number);
  /// Opens the oldest of the rotated files that wait, or the file itself.
  Result<OpenedFile> open_again();
  /// `counts`: what is read of it is shown to the tap.
  Result<OpenedFile> open_named(const std::string& name, bool follow, bool counts = true);
  /// Opens a file and goes to an offset; nothing if it is shorter or holds something else before.
  Result<bool> holds_what_was_seen(const std::string& name, const FileMark& mark);
  Result<std::optional<OpenedFile>> open_at(const std::string& name, const FileMark& mark);
  [[nodiscard]] std::vector<std::string> candidates(const FileMark& mark) const;
  /// Rotated files younger than this one are read before the file itself.
  void wait_for_younger(const std::string& than);
  /// The same for the file of this number, whatever it is called by now; false if it is gone.
  bool wait_behind(std::uint64_t mark);
  /// Opens what comes after the file of this number. Files may be rotated while the one before is
  /// read, and even while this looks for the next: so it looks again once that is open.
  Result<OpenedFile> open_behind(std::uint64_t mark);
  [[nodiscard]] Error other_data() const;

  std::vector<std::string> files_;
  bool follow_;
  bool digests_ = false;
  std::shared_ptr<const std::atomic<bool>> stop_;
  std::function<void()> before_waiting_;
  std::shared_ptr<InputTap> tap_;
  std::size_t number_ = 0;
  std::string name_;
  bool rotated_ = false;             ///< the file at hand has been rotated away
  std::deque<std::string> waiting_;  ///< rotated files to be read before the file of the list
  std::uint64_t finished_ = 0;       ///< digest of all files before the one at hand
};

}  // namespace fairmon::plugins
