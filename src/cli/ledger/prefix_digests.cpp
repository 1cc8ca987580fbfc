#include "cli/ledger/prefix_digests.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "ledger/crypto/sha256.hpp"

namespace fairmon::cli {

namespace {

using Digests = std::vector<const Recorded::Digest*>;

/// All of one file, the shortest beginning first.
Result<std::optional<std::string>> compare_file(const std::string& name, const Digests& digests) {
  std::ifstream in(name, std::ios::binary);
  if (!in) {
    return Error(ErrorCode::NotFound, "cannot read `" + name + "`: " + std::strerror(errno));
  }
  ledger::Sha256 digest;
  std::uint64_t done = 0;
  std::vector<char> block(std::size_t{1} << 18);
  for (const Recorded::Digest* expected : digests) {
    while (done < expected->bytes) {
      const auto wanted = std::min<std::uint64_t>(block.size(), expected->bytes - done);
      in.read(block.data(), static_cast<std::streamsize>(wanted));
      const auto count = static_cast<std::uint64_t>(in.gcount());
      if (count == 0) {
        return std::optional(expected->place + ": `" + name + "` has " + std::to_string(done) +
                             " bytes, and " + std::to_string(expected->bytes) + " were read");
      }
      digest.update({block.data(), static_cast<std::size_t>(count)});
      done += count;
    }
    if (digest.hex() != expected->sha256) {
      return std::optional(expected->place + ": the first " + std::to_string(expected->bytes) +
                           " bytes of `" + name + "` are not the ones that were read");
    }
  }
  return std::optional<std::string>();
}

}  // namespace

Result<ComparedDigests> compare_digests(const Recorded& recorded,
                                        const std::vector<std::string>& files) {
  ComparedDigests result;
  std::vector<Digests> by_file(files.size());
  for (const Recorded::Digest& digest : recorded.digests) {
    if (digest.file >= files.size()) {
      result.wrong = digest.place + ": " + std::to_string(digest.file + 1) +
                     " files were read, and " + std::to_string(files.size()) + " are given";
      return result;
    }
    by_file[digest.file].push_back(&digest);
  }
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (files[i] == "-") {
      continue;
    }
    std::stable_sort(by_file[i].begin(), by_file[i].end(),
                     [](const auto* a, const auto* b) { return a->bytes < b->bytes; });
    auto wrong = compare_file(files[i], by_file[i]);
    if (!wrong) {
      return std::move(wrong).error();
    }
    if (*wrong) {
      result.wrong = std::move(**wrong);
      return result;
    }
    result.num_compared += by_file[i].size();
  }
  return result;
}

}  // namespace fairmon::cli
