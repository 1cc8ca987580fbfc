#pragma once

#include <fairmon/result.hpp>

#include <memory>
#include <optional>
#include <string>

namespace fairmon::dsa {

/// One CSV part of a dump, unpacked.
struct DumpPart {
  std::string name;  ///< archive and entry, for messages
  std::string text;
};

/// The parts of a daily dump in the order of their names: a zip file whose entries are zip files
/// that hold CSV files. Nothing is unpacked to disk. Parts are unpacked ahead on `num_threads`
/// threads, one part more than there are threads at most. Bytes that are no UTF-8 are replaced.
class DumpArchive {
 public:
  [[nodiscard]] static Result<std::unique_ptr<DumpArchive>> open(const std::string& file,
                                                                 unsigned num_threads);
  ~DumpArchive();
  DumpArchive(const DumpArchive&) = delete;
  DumpArchive& operator=(const DumpArchive&) = delete;

  /// The next part, or nothing at the end. The text of the last part may be handed back: fresh
  /// memory for every part would cost a tenth of the time.
  Result<std::optional<DumpPart>> next(std::string used = {});
  /// Share of the archive that was taken up for unpacking, in [0, 1].
  [[nodiscard]] double share_done() const noexcept;

 private:
  struct Body;
  explicit DumpArchive(std::unique_ptr<Body> body);
  std::unique_ptr<Body> body_;
};

/// Compares the file with `<file>.sha1`, if that is there. An error if they disagree.
[[nodiscard]] Result<void> verify_checksum(const std::string& file);
[[nodiscard]] Result<std::string> sha1_of_file(const std::string& file);

}  // namespace fairmon::dsa
