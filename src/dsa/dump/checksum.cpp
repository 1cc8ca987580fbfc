#include <fstream>
#include <vector>

#include "dsa/dump/archive.hpp"
#include "dsa/dump/sha1.hpp"

namespace fairmon::dsa {

Result<std::string> sha1_of_file(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    return Error(ErrorCode::NotFound, file + " cannot be opened");
  }
  Sha1 hash;
  std::vector<char> block(std::size_t{1} << 20U);
  while (in) {
    in.read(block.data(), static_cast<std::streamsize>(block.size()));
    hash.add(block.data(), static_cast<std::size_t>(in.gcount()));
  }
  return hash.digest();
}

Result<void> verify_checksum(const std::string& file) {
  std::ifstream in(file + ".sha1");
  if (!in) {
    return {};
  }
  std::string expected;
  in >> expected;
  auto actual = sha1_of_file(file);
  if (!actual) {
    return std::move(actual).error();
  }
  if (*actual != expected) {
    return Error(ErrorCode::Input, file + " does not have the checksum of " + file + ".sha1 (" +
                                       *actual + " instead of " + expected +
                                       "); download it again, or the checksum if the day was "
                                       "published anew");
  }
  return {};
}

}  // namespace fairmon::dsa
