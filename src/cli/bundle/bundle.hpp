#pragma once

#include <fairmon/result.hpp>

#include <string>
#include <vector>

namespace fairmon::cli {

struct BundleRequest {
  std::string ledger;
  std::string target;
  std::vector<std::string> reports;  ///< files to put beside the ledger
  std::vector<std::string> data;     ///< files to put in whole; others have their digests only
};

/// Packs a ledger that is closed and untouched with what belongs to it.
[[nodiscard]] Result<void> write_bundle(const BundleRequest& request);

/// A bundle, unpacked into a folder of its own that goes away with this.
class UnpackedBundle {
 public:
  /// Fails if anything in it is not as its list says.
  [[nodiscard]] static Result<UnpackedBundle> open(const std::string& file);
  ~UnpackedBundle();
  UnpackedBundle(UnpackedBundle&& other) noexcept;
  UnpackedBundle& operator=(UnpackedBundle&&) = delete;

  /// The first piece of the ledger, on the disk.
  [[nodiscard]] std::string ledger() const { return folder_ + "/" + ledger_; }
  /// A file of it on the disk (`data/decisions.csv`), or the name itself if it has none of that
  /// name.
  [[nodiscard]] std::string resolve(const std::string& name) const;
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  /// The name as the user knows it, in messages about files below the folder.
  [[nodiscard]] std::string shown(std::string text, const std::string& bundle) const;

 private:
  UnpackedBundle() = default;
  Result<void> check_list();

  std::string folder_;
  std::string ledger_;
  std::vector<std::string> names_;
};

}  // namespace fairmon::cli
